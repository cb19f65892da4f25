/**
 * A theme was changed in two places. A person goes on working with the one that became the copy, gives versions of
 * it names, and decides then to keep it: "Name a version to keep it".
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ConflictChoice } from '@shared/library';
import {
  libraryOfOne,
  onDay,
  putTheme,
  savedWhenAsked,
  type LibraryFolders,
} from '../testing/fixture-library';

async function conflicted() {
  let now = onDay(1);
  const { library, folders, document, id } = await libraryOfOne(
    {},
    { pace: savedWhenAsked, now: () => now() },
  );
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await library.flush();
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  // Our work goes on in the copy.
  const font = (value: string) =>
    handlers.edit({ id: copy, edits: [{ field: 'general.font', value }] });
  await handlers.open({ id: copy });
  await font('Shown to the client');
  await handlers.keepVersion({ id: copy, name: 'As the client approved it' });
  now = onDay(2);
  await font('Tried since');
  await handlers.keepVersion({ id: copy, name: 'Second try' });
  now = onDay(3);
  await font('Settled');
  await library.flush();
  return { library, folders, id, copy };
}

/** A bit of the disk has turned in what the approved version holds. */
async function damageApproved({ profile }: LibraryFolders): Promise<void> {
  const root = join(profile, 'history');
  for (const folder of await readdir(root)) {
    for (const file of await readdir(join(root, folder))) {
      const path = join(root, folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('Shown to the client', 'Shown to the CLIENT'));
    }
  }
}

it.each<[string, ConflictChoice]>([
  ['the control: both are kept', 'both'],
  ['the copy is kept', 'this'],
])('a named version of what is kept stays in its history: %s', async (_name, keep) => {
  const { library, id, copy } = await conflicted();
  await library.handlers.resolveConflict({ id: copy, keep });
  const kept = keep === 'both' ? copy : id;
  const { versions } = await library.handlers.versions({ id: kept });
  expect(versions.map(({ name }) => name)).toContain('As the client approved it');
});

it('named versions come in their order, with their dates, and can be had back', async () => {
  const { library, id, copy } = await conflicted();
  const { handlers } = library;
  await handlers.resolveConflict({ id: copy, keep: 'this' });
  const { versions } = await handlers.versions({ id });
  expect(versions.slice(0, 3).map(({ name, reason, at }) => [name ?? reason, at])).toEqual([
    // What was there in its place.
    ['restored', onDay(3)().toISOString()],
    ['Second try', onDay(2)().toISOString()],
    ['As the client approved it', onDay(1)().toISOString()],
  ]);
  const approved = versions[2]?.version ?? 0;
  expect(await handlers.restoreVersion({ id, version: approved })).toMatchObject({
    // Not what Foyer called the copy.
    name: 'Harbour',
    theme: { general: { font: 'Shown to the client' } },
  });
});

it('a decision that was taken back and made again brings none of them twice', async () => {
  const { library, id, copy } = await conflicted();
  const { handlers } = library;
  const { entries } = await handlers.resolveConflict({ id: copy, keep: 'this' });
  await handlers.undo({ id });
  await handlers.restore({ entries });
  await handlers.resolveConflict({ id: copy, keep: 'this' });
  const { versions } = await handlers.versions({ id });
  const names = versions.flatMap(({ name }) => name ?? []);
  expect(names).toEqual(['Second try', 'As the client approved it']);
});

it('one that is damaged does not stand in the way of the decision', async () => {
  const { library, folders, id, copy } = await conflicted();
  const { handlers } = library;
  await damageApproved(folders);
  await handlers.resolveConflict({ id: copy, keep: 'this' });
  const { versions } = await handlers.versions({ id });
  expect(versions.flatMap(({ name }) => name ?? [])).toEqual(['Second try']);
});
