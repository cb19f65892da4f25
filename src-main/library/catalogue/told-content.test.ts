/**
 * The windows are told whether a theme is what it was, also where what changed is too long to be told as it is: an undo
 * of what added a theme leaves alone one that was edited since, and takes back one that is as it was added.
 */
import { expect, it } from 'vitest';
import type { ThemeEdit } from '@shared/theme/fields';
import { libraryOfOne } from '../testing/fixture-library';

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
