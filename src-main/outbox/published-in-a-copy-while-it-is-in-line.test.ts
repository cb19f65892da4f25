/**
 * A theme is published and stands in line: its token is still being read, say, from a locked keychain. A person chooses a
 * copy of the library, whose theme is the same, and publishes it from there. It is queued, as Foyer says, for the copy:
 * it is sent, and recorded there, as it is when the first one was merely paused.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

async function publishedInTheCopy(first: 'paused' | 'in line') {
  const made = await outboxFixture();
  const { clock, library, outbox, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  let unlock = (): void => undefined;
  let isAsked = false;
  if (first === 'paused') await outbox.handlers.setPaused({ isPaused: true });
  else {
    const unlocked = new Promise<void>((done) => (unlock = done));
    made.tokenFor = async () => {
      isAsked = true;
      await unlocked;
      return made.token;
    };
  }
  await made.publish();
  if (first === 'in line') {
    while (!isAsked) await new Promise((next) => setImmediate(next));
  }
  await library.handlers.useFolder({ folder: copy, move: false });
  const { queued } = await outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  if (first === 'paused') await outbox.handlers.setPaused({ isPaused: false });
  unlock();
  for (let minute = 0; minute < 30; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const items = (await made.items()).map(({ why, problem }) => [why, problem?.code]);
  return { queued, items, sent: practice.received().length, links: await linksIn(copy) };
}

const expected = { queued: 1, items: [], sent: 1, links: 1 };

it('the control: the first one was paused', async () => {
  expect(await publishedInTheCopy('paused')).toEqual(expected);
});

it('the first one is in line', async () => {
  expect(await publishedInTheCopy('in line')).toEqual(expected);
});
