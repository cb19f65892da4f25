/**
 * A person switches an avatar on, puts a version back, takes both back at once, and gives the avatar an address while the
 * disk is still busy with the version: the theme that comes of it is one that Foyer can read again.
 */
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { libraryOfOne, restarted } from '../testing/fixture-library';

it('leaves a theme that can be opened at the next start', async () => {
  const theme = newTheme();
  const { hostAvatar: _none, ...chat } = theme.chat;
  const { library, folders, id } = await libraryOfOne({ theme: { ...theme, chat } });
  const { handlers } = library;
  const edit = (field: 'chat.hostAvatar.isEnabled' | 'chat.hostAvatar.url', value: unknown) =>
    handlers.edit({ id, edits: [{ field, value } as never] });
  const { version } = await handlers.keepVersion({ id, name: 'Approved' });
  await edit('chat.hostAvatar.isEnabled', true);
  const restoring = handlers.restoreVersion({ id, version });
  const undoing = [handlers.undo({ id }), handlers.undo({ id })];
  await edit('chat.hostAvatar.url', 'https://pictures.example/face.png');
  await Promise.all([restoring, ...undoing]);

  const later = await restarted(folders, library);
  const { themes, unreadable } = await later.handlers.list(undefined);
  expect(unreadable).toEqual([]);
  expect(themes.map((each) => each.id)).toEqual([id]);
});
