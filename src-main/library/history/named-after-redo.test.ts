/**
 * A version was kept while the theme had a part that undo or redo had put back. A person gives that version a name,
 * so that it is kept for good.
 */
import { expect, it } from 'vitest';
import type { ThemeEdit } from '@shared/theme/fields';
import { newTheme, type Theme } from '@shared/theme/theme';
import type { Library } from '../library';
import { libraryOfOne, restarted } from '../testing/fixture-library';

/** As it comes from a bot file that says nothing of the roundness. */
function withoutRoundness(): Theme {
  const { roundness: _none, ...theme } = newTheme();
  return { ...theme, customCss: '.typebot-container { color: teal }' };
}

/** As it comes from a bot file without avatars. */
function withoutAvatars(): Theme {
  const theme = newTheme();
  const { hostAvatar: _host, guestAvatar: _guest, ...chat } = theme.chat;
  return { ...theme, chat };
}

const round: ThemeEdit = { field: 'roundness', value: 'large' };
const avatar: ThemeEdit = { field: 'chat.hostAvatar.isEnabled', value: true };

/** Edits once, and goes back and forth as a person does who compares the two looks. */
async function editBackAndForth(library: Library, id: string, edit: ThemeEdit): Promise<void> {
  await library.handlers.edit({ id, edits: [edit] });
  await library.handlers.undo({ id });
  await library.handlers.redo({ id });
}

async function editOnce(library: Library, id: string, edit: ThemeEdit): Promise<void> {
  await library.handlers.edit({ id, edits: [edit] });
}

it.each([
  ['the control: a roundness that was chosen', withoutRoundness, round, editOnce],
  ['a roundness that was chosen, undone and redone', withoutRoundness, round, editBackAndForth],
  ['the control: an avatar that was switched on', withoutAvatars, avatar, editOnce],
  ['an avatar that was switched on, undone and redone', withoutAvatars, avatar, editBackAndForth],
])('a version of %s can be had back once it has a name', async (_name, theme, edit, work) => {
  const { library: before, folders, id } = await libraryOfOne({ theme: theme() });
  await before.handlers.open({ id });
  await work(before, id, edit);
  // What was edited becomes a version when Foyer quits.
  const library = await restarted(folders, before);
  const [newest] = (await library.handlers.versions({ id })).versions;
  const version = newest?.version ?? 0;
  const content = await library.handlers.version({ id, version });
  await library.handlers.nameVersion({ id, version, name: 'Before the launch' });

  // The list goes on showing it, under its name, and counts none that can't be read.
  const { versions, unreadable } = await library.handlers.versions({ id });
  expect(versions[0]).toMatchObject({ version, name: 'Before the launch' });
  expect(unreadable).toBe(0);
  expect(await library.handlers.version({ id, version })).toEqual(content);
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Later' }] });
  const restored = await library.handlers.restoreVersion({ id, version });
  expect(restored.theme).toEqual(content.theme);
});

it('a version that was kept by hand can be had back after it got another name', async () => {
  const { library, id } = await libraryOfOne({ theme: withoutRoundness() });
  await library.handlers.open({ id });
  await editBackAndForth(library, id, round);
  const { version } = await library.handlers.keepVersion({ id, name: 'Lunch' });
  expect((await library.handlers.version({ id, version })).theme.roundness).toBe('large');
  await library.handlers.nameVersion({ id, version, name: 'Launch' });
  expect((await library.handlers.version({ id, version })).theme.roundness).toBe('large');
});
