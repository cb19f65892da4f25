import { describe, expect, it } from 'vitest';
import type { ThemeEdit } from '@shared/theme/fields';
import { libraryOfOne } from '../testing/fixture-library';

/**
 * The windows are told whether a theme is what it was, also where what changed is too long to be told as it is: an undo
 * of what added a theme leaves alone one that was edited since, and takes back one that is as it was added.
 */
describe('what is told of a long style sheet', () => {
  const cssOf = (rule: string): ThemeEdit => ({ field: 'customCss', value: rule.repeat(1_000) });

  it('tells one long style sheet from another, and that one is as it was', async () => {
    const { library, id } = await libraryOfOne();
    const { handlers } = library;
    const told = async () => {
      await library.flush();
      const { updatedAt: _at, ...theme } = (await handlers.list(undefined)).themes[0] ?? {};
      return theme;
    };
    await handlers.edit({ id, edits: [cssOf('.typebot-container { color: red; }')] });
    const before = await told();
    await handlers.edit({ id, edits: [cssOf('.typebot-container { color: tan; }')] });
    expect(await told()).not.toEqual(before);
    await handlers.undo({ id });
    expect(await told()).toEqual(before);
  });
});

/**
 * A theme gets a name and then another, and a person takes both back, one right after the other (the key
 * is held down). The windows ask the list whether a theme is still as it was left, so the list is told before
 * they are answered.
 */
describe('when the list is told of a name', () => {
  it.each([
    ['many themes get tags', 'setTagsOfMany'],
    ['a theme gets a name', 'rename'],
    ['a theme gets tags', 'setTags'],
  ] as const)('the list is told by the answer: %s', async (_name, call) => {
    const { library, id } = await libraryOfOne({ name: 'Harbour', tags: [] });
    const { handlers } = library;
    await handlers.list(undefined);
    // Edits of an open theme are gathered.
    await handlers.open({ id });
    const told: string[] = [];
    library.onChange(({ upserted }) => {
      told.push(...upserted.map(({ name, tags }) => `${name} ${tags.join()}`));
    });
    if (call === 'rename') await handlers.rename({ id, name: 'Port' });
    else if (call === 'setTags') await handlers.setTags({ id, tags: ['red'] });
    else await handlers.setTagsOfMany({ themes: [{ id, tags: ['red'] }] });
    expect(told).toEqual([call === 'rename' ? 'Port ' : 'Harbour red']);
  });
});
