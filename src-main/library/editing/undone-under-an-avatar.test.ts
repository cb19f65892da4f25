/**
 * What a person puts in a theme's place has an avatar that the theme hadn't. They see it, think better of it with Ctrl Z, and
 * give the avatar an address, while the disk is still at what they put there: the theme that comes of it is one that Foyer
 * can read again.
 */
import { expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import {
  libraryOfOne,
  putTheme,
  restarted,
  themeState,
  type TestLibrary,
} from '../testing/fixture-library';

const theme = newTheme();
const { hostAvatar: _none, ...chat } = theme.chat;
const withoutAvatar = { ...theme, chat };

/** Puts the document, which has an avatar, in the theme's place. */
type PutInPlace = (made: TestLibrary & { id: string }, copy: ThemeDocument) => unknown;

const ways: readonly (readonly [string, PutInPlace])[] = [
  [
    'the other version of a conflict',
    ({ library }, copy) => library.handlers.resolveConflict({ id: copy.id, keep: 'this' }),
  ],
  [
    'that of a backup',
    ({ library, id }, { conflictOf: _ofNone, ...copy }) =>
      library.putBack({ ...copy, id }, 'replace'),
  ],
];

it.each(ways)(
  'leaves a theme that can be opened at the next start: %s',
  async (_what, putInPlace) => {
    const made = await libraryOfOne({ theme: withoutAvatar });
    const { library, folders, document, id } = made;
    const { handlers } = library;
    const conflictOf = { id, name: document.name };
    const copy = { ...document, id: newId(), conflictOf, theme };
    await putTheme(folders, 'b.json', copy);
    await handlers.open({ id });

    const shown = themeState(library, id, (state) => state.theme.chat.hostAvatar !== undefined);
    const putting = putInPlace(made, copy);
    await shown;
    const undoing = handlers.undo({ id });
    const url = 'https://pictures.example/face.png';
    await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.url', value: url }] });
    await Promise.all([putting, undoing]);

    const later = await restarted(folders, library);
    const { themes, unreadable } = await later.handlers.list(undefined);
    expect(unreadable).toEqual([]);
    expect(themes.map((each) => each.id)).toContain(id);
  },
);

it('leaves a theme that can be opened at the next start: two steps taken back at once', async () => {
  const { library, folders, id } = await libraryOfOne({ theme: withoutAvatar });
  const { handlers } = library;
  const { version } = await handlers.keepVersion({ id, name: 'Approved' });
  await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.isEnabled', value: true }] });
  const restoring = handlers.restoreVersion({ id, version });
  const undoing = [handlers.undo({ id }), handlers.undo({ id })];
  const url = 'https://pictures.example/face.png';
  await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.url', value: url }] });
  await Promise.all([restoring, ...undoing]);

  const later = await restarted(folders, library);
  const { themes, unreadable } = await later.handlers.list(undefined);
  expect(unreadable).toEqual([]);
  expect(themes.map((each) => each.id)).toEqual([id]);
});
