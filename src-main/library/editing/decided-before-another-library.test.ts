/**
 * Many themes are being tagged, which takes a while, and a person chooses another library (a copy of the folder, with the
 * same conflict in it): that waits for its turn. The window still shows the first one, and they decide there between two
 * versions of a theme. Whatever comes of the decision, the other library's themes stay where they are.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { held } from '../testing/fake-disk';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The files of either library after the decision, and what the bin has. */
async function decided(isChosen: boolean) {
  const { folders, library, document, id } = await libraryOfOne({}, { mayUse: () => true });
  const { handlers } = library;
  const copy = themeDocument({
    name: 'Harbour (other version)',
    conflictOf: { id, name: document.name },
    theme: { ...newTheme(), customCss: '/* theirs */' },
  });
  const many = themeDocument({ name: 'Quay' });
  await putTheme(folders, 'b.json', copy);
  await putTheme(folders, 'c.json', many);
  const second = join(folders.root, 'second');
  await mkdir(second);
  for (const file of ['a.json', 'b.json']) {
    await copyFile(join(folders.themes, file), join(second, file));
  }
  await library.start();
  await handlers.open({ id });
  await handlers.open({ id: copy.id });

  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  const tagging = handlers.setTagsOfMany({ themes: [{ id: many.id, tags: ['client'] }] });
  await writing.isReached;
  let using: Promise<unknown> = Promise.resolve();
  if (isChosen) {
    const looking = held('stat', (path) => path === join(second, 'b.json'));
    using = Promise.resolve(handlers.useFolder({ folder: second, move: false }));
    await looking.isReached;
    looking.letGo();
    // It is looked at before it has its turn.
    for (let look = 0; look < 20; look += 1) await readdir(second);
  }
  const outcome = Promise.resolve(handlers.resolveConflict({ id: copy.id, keep: 'this' })).then(
    () => 'decided',
    () => 'refused',
  );
  // It has its turn after those.
  for (let look = 0; look < 20; look += 1) await readdir(second);
  writing.letGo();
  await tagging;
  await using;
  const files = async (folder: string): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return {
    outcome: await outcome,
    first: await files(folders.themes),
    second: await files(second),
  };
}

it('the control: no other library is chosen', async () => {
  expect(await decided(false)).toEqual({
    outcome: 'decided',
    first: ['a.json', 'c.json'],
    second: ['a.json', 'b.json'],
  });
});

it('another one is chosen before', async () => {
  expect(await decided(true)).toEqual({
    outcome: 'refused',
    first: ['a.json', 'b.json', 'c.json'],
    second: ['a.json', 'b.json'],
  });
});
