/**
 * Many themes are being tagged, which takes a while, and a person chooses another library: that waits for its turn. The
 * window still shows the first one, and they make a theme there, of a starter or anew. It is made in that library, or
 * refused, as a copy of a theme is.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, problem, putTheme, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

async function chosenMeanwhile() {
  const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
  const { handlers } = library;
  const second = join(folders.root, 'second');
  await mkdir(second);
  await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
  await library.start();
  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  const tagging = handlers.setTagsOfMany({ themes: [{ id, tags: ['client'] }] });
  await writing.isReached;
  const looking = held('stat', (path) => path === join(second, 'b.json'));
  const using = Promise.resolve(handlers.useFolder({ folder: second, move: false }));
  await looking.isReached;
  looking.letGo();
  // It is looked at before it has its turn.
  for (let look = 0; look < 20; look += 1) await readdir(second);
  const end = async (): Promise<void> => {
    writing.letGo();
    await tagging;
    await using;
  };
  const there = async (): Promise<string[]> =>
    (await readdir(second)).filter((name) => name.endsWith('.json'));
  return { handlers, id, end, there };
}

it('the control: a copy is refused', async () => {
  const { handlers, id, end, there } = await chosenMeanwhile();
  const made = Promise.resolve(handlers.duplicate({ ids: [id] }));
  const refused = expect(made).rejects.toMatchObject(problem('libraryReplaced'));
  await end();
  await refused;
  expect(await there()).toEqual(['b.json']);
});

it('a new theme isn’t made in the other library', async () => {
  const { handlers, end, there } = await chosenMeanwhile();
  const made = Promise.resolve(handlers.create({ name: 'Of the first client' })).catch(() => null);
  await end();
  await made;
  expect(await there()).toEqual(['b.json']);
});
