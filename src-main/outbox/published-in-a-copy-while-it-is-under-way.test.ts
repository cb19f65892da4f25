/**
 * A theme is published and has left; its answer is slow. A person chooses a copy of the library, whose theme is the same,
 * and publishes it from there: it is queued, as Foyer says, for the copy. The answer comes, of what was published from
 * the first library, and is recorded there once that is open again. What was published from the copy is not lost by
 * that: it is sent, and recorded in the copy, as it is when the first one had not left yet.
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

async function publishedInTheCopy(first: 'answered' | 'under way') {
  const made = await outboxFixture();
  const { clock, library, outbox, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  const minutes = async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
  };
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  const release = practice.holdAnswers();
  await made.publish();
  await arrived(practice);
  if (first === 'answered') {
    release();
    await made.settled();
  }
  await use(copy);
  const { queued } = await outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  release();
  await minutes();
  // The answer is recorded where it came from, and then what waits in the copy may go.
  await use(own);
  await minutes();
  await use(copy);
  await minutes();
  return { queued, links: { own: await linksIn(own), copy: await linksIn(copy) } };
}

const expected = { queued: 1, links: { own: 1, copy: 1 } };

it('the control: the first one was answered before', async () => {
  expect(await publishedInTheCopy('answered')).toEqual(expected);
});

it('the first one is under way', async () => {
  expect(await publishedInTheCopy('under way')).toEqual(expected);
});
