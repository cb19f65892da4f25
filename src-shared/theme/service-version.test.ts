import { describe, expect, it } from 'vitest';
import { changeThemeField } from './field-access';
import { serviceChanges, takeServiceVersion } from './service-version';
import { newTheme, type Publication } from './theme';

function publication(answer: unknown): Publication {
  return {
    templateId: 't',
    at: '2026-11-14T09:31:00Z',
    sent: { name: 'Harbour', theme: { ...newTheme(), customCss: 'a {}' } },
    answer: { id: 't', theme: answer },
  };
}

describe('serviceChanges', () => {
  it('finds what was dropped and what was rewritten', () => {
    const { roundness: _dropped, ...theme } = newTheme();
    theme.chat.buttons.color = '#fff';
    const changes = serviceChanges(publication({ ...theme, customCss: 'a {}' }));
    expect(changes).toEqual([
      { field: 'chat.buttons.color', sent: '#FFFFFF', answered: '#fff' },
      { field: 'roundness', sent: 'medium', answered: null },
    ]);
  });

  it('knows the dialect that keeps the roundness elsewhere', () => {
    const { roundness, ...theme } = { ...newTheme(), customCss: 'a {}' };
    const answer = { ...theme, chat: { ...theme.chat, roundness } };
    expect(serviceChanges(publication(answer))).toEqual([]);
  });

  it('knows nothing where no theme came back', () => {
    expect(serviceChanges(publication('saved'))).toEqual([]);
    const { answer: _none, ...without } = publication({});
    expect(serviceChanges(without)).toEqual([]);
  });

  it('takes a value of another type as dropped', () => {
    const theme = { ...newTheme(), customCss: 7 };
    expect(serviceChanges(publication(theme))).toEqual([
      { field: 'customCss', sent: 'a {}', answered: null },
    ]);
  });
});

describe('takeServiceVersion', () => {
  it('gives the edit, where it leaves a theme', () => {
    const theme = newTheme();
    const dropped = { field: 'roundness', sent: 'medium', answered: null } as const;
    const edit = takeServiceVersion(theme, dropped);
    expect(edit).toEqual({ field: 'roundness', value: null });
    const taken = edit && changeThemeField(theme, edit);
    expect(taken?.roundness).toBeUndefined();
    // It has it so already.
    expect(taken && takeServiceVersion(taken, dropped)).toBeNull();
    expect(
      takeServiceVersion(theme, { field: 'general.font', sent: 'Lora', answered: null }),
    ).toBeNull();
  });
});
