/**
 * A person decides to keep the version that became the copy, while another program (a virus scanner, a backup) holds the
 * file of a version that they named in its history: "If you choose one, its star and the versions that you named in its
 * history stay with it".
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  putTheme,
  restarted,
  savedWhenAsked,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const approved = 'As the client approved it';

/** The next start with two versions of a theme, of which the copy has a version with a name. */
async function conflicted() {
  const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await library.flush();
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  await handlers.edit({ id: copy, edits: [{ field: 'general.font', value: 'Approved' }] });
  await handlers.keepVersion({ id: copy, name: approved });
  await handlers.edit({ id: copy, edits: [{ field: 'general.font', value: 'Tried since' }] });
  return { library: await restarted(folders, library), folders, id, copy };
}

/** The file of the version that has the name. */
async function fileOfApproved({ profile }: LibraryFolders): Promise<string> {
  const root = join(profile, 'history');
  for (const folder of await readdir(root)) {
    for (const file of await readdir(join(root, folder))) {
      const path = join(root, folder, file);
      if ((await readFile(path, 'utf8')).includes(approved)) return path;
    }
  }
  throw new Error('It is nowhere.');
}

it.each([
  ['the control: nobody holds it', false],
  ['another program holds it for a moment', true],
])('a named version stays with what is kept: %s', async (_name, isHeld) => {
  const { library, folders, id, copy } = await conflicted();
  const { handlers } = library;
  const path = await fileOfApproved(folders);
  await library.start();
  const disk = isHeld ? failing('EBUSY', 'open', (each) => each === path) : undefined;
  // Refused, it can be decided once more: nothing has changed then.
  const decide = async (): Promise<void> => {
    await handlers.resolveConflict({ id: copy, keep: 'this' });
  };
  const isRefused = await decide().then(
    () => false,
    () => true,
  );
  disk?.heal();
  if (isRefused) await decide();
  const { versions } = await handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain(approved);
});
