import { describe, expect, it } from 'vitest';
import { withThemeField } from './change-theme';
import { readThemeField } from './field-access';
import { themeFieldNames } from './field-names';
import { themeEditSchema, type ThemeEdit } from './fields';
import { newTheme, themeSchema, type Theme } from './theme';

/** A theme with every documented field set. */
function fullTheme(): Theme {
  const theme = newTheme();
  return {
    ...theme,
    chat: {
      ...theme.chat,
      hostAvatar: { isEnabled: true, url: 'https://example.com/h.png' },
      guestAvatar: { isEnabled: true, url: 'https://example.com/g.png' },
    },
    customCss: '.a{}',
  };
}

/** Every dotted path of a value that is no object. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

describe('the fields of a theme', () => {
  it('are all the documented ones', () => {
    expect([...themeFieldNames].sort()).toEqual(leaves(fullTheme()).sort());
  });

  it('read as null where the theme does not have them', () => {
    const { customCss: _css, roundness: _roundness, ...theme } = fullTheme();
    delete theme.chat.hostAvatar;
    expect(readThemeField(theme as Theme, 'customCss')).toBeNull();
    expect(readThemeField(theme as Theme, 'roundness')).toBeNull();
    expect(readThemeField(theme as Theme, 'chat.hostAvatar.url')).toBeNull();
    expect(readThemeField(theme as Theme, 'chat.hostBubbles.color')).toBe('#303235');
  });

  it('change in a copy, which shares what did not change', () => {
    const before = fullTheme();
    const snapshot: unknown = JSON.parse(JSON.stringify(before));
    const after = withThemeField(before, { field: 'chat.inputs.placeholderColor', value: 'red' });
    expect(before).toEqual(snapshot);
    expect(after.chat.inputs).toEqual({ ...before.chat.inputs, placeholderColor: 'red' });
    expect({ ...after, chat: before.chat }).toEqual(before);
  });

  it('go away when they are optional and set to null', () => {
    for (const field of ['roundness', 'customCss', 'general.background.content'] as const) {
      const after = withThemeField(fullTheme(), { field, value: null });
      expect(leaves(after)).not.toContain(field);
      expect(() => themeSchema.parse(after)).not.toThrow();
    }
  });

  it('make a missing avatar, which is off until it is switched on', () => {
    const theme = fullTheme();
    delete theme.chat.guestAvatar;
    const after = withThemeField(theme, { field: 'chat.guestAvatar.url', value: 'x' });
    expect(after.chat.guestAvatar).toEqual({ isEnabled: false, url: 'x' });
  });

  it('remove an avatar that is neither on nor off', () => {
    const off: ThemeEdit = { field: 'chat.guestAvatar.isEnabled', value: null };
    const without = withThemeField(fullTheme(), off);
    expect(without.chat).not.toHaveProperty('guestAvatar');
    const noAddress: ThemeEdit = { field: 'chat.guestAvatar.url', value: null };
    expect(withThemeField(without, noAddress).chat).not.toHaveProperty('guestAvatar');
  });

  it('leave unknown fields at every level where they are', () => {
    const theme = fullTheme();
    Object.assign(theme, { extra: 1 });
    Object.assign(theme.chat.buttons, { glow: true });
    const after = withThemeField(theme, { field: 'chat.buttons.color', value: 'red' });
    expect(after).toMatchObject({ extra: 1, chat: { buttons: { glow: true, color: 'red' } } });
  });
});

describe('an edit that crosses the bridge', () => {
  it.each([
    { field: 'general.font', value: 'Inter' },
    { field: 'chat.hostAvatar.isEnabled', value: false },
    { field: 'chat.hostAvatar.isEnabled', value: null },
    { field: 'roundness', value: null },
    { field: 'general.background.type', value: 'Image' },
  ])('is taken: %j', (edit) => {
    expect(themeEditSchema.parse(edit)).toEqual(edit);
  });

  it.each([
    { field: 'general.font', value: null },
    { field: 'general.font', value: 'x'.repeat(2_001) },
    { field: 'chat.hostAvatar.isEnabled', value: 'yes' },
    { field: 'roundness', value: 'huge' },
    { field: 'general.background.type', value: 'Video' },
    { field: 'chat.buttons', value: 'red' },
    { field: '__proto__.polluted', value: 'x' },
    { field: 'general.font', value: { toString: 'x' } },
    { field: 'customCss', value: 'x'.repeat(2_000_001) },
    { field: 'general.font', value: 'Inter\0' },
    { field: 'customCss', value: '.a { content: "\uD83D" }' },
  ])('is refused: $field', (edit) => {
    expect(themeEditSchema.safeParse(edit).success).toBe(false);
  });
});
