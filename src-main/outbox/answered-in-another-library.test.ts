/**
 * A theme is published, and before the service answers, a person chooses another library: a copy of the folder, whose
 * themes have the same ids. What was published is the theme of the library before, and is noted there.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

/** It is answered once another folder is the library's. */
async function answeredIn(how: 'copied' | 'moved') {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string, move = false) => made.library.handlers.useFolder({ folder, move });
  await mkdir(second);
  if (how === 'copied') {
    for (const file of await readdir(first)) await copyFile(join(first, file), join(second, file));
  }
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 1);
  await use(second, how === 'moved');
  release();
  await made.settled();
  return { made, first, second, use };
}

it('the control: that of a library that was moved is noted where it is now', async () => {
  const { made, second } = await answeredIn('moved');
  expect(await linksIn(second)).toBe(1);
  expect(await made.items()).toEqual([]);
});

it('that of a library with a copy is noted once it is chosen again', async () => {
  const { made, first, second, use } = await answeredIn('copied');
  expect(await linksIn(second)).toBe(0);
  const problem = { code: 'libraryReplaced' };
  expect(await made.items()).toMatchObject([{ why: 'unnoted', problem }]);
  await use(first);
  await made.drained();
  expect([await linksIn(first), await linksIn(second)]).toEqual([1, 0]);
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toHaveLength(1);
});
