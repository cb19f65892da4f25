/**
 * A theme waits to be published from a copy of the library. In their own library a person publishes a newer version, whose
 * file is slow to be read, and then links the theme to another template: what they published before is cancelled by that,
 * as it is where nothing waits for the copy.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

async function sentFromOwn(isWaitingInTheCopy: boolean) {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await library.flush();
  await mkdir(copy);
  for (const file of await readdir(own)) {
    if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
  }
  await outbox.handlers.setPaused({ isPaused: true });
  await use(copy);
  if (isWaitingInTheCopy) {
    await library.handlers.rename({ id: place.themeId, name: 'Of the copy' });
    await library.flush();
    await made.publish();
  }
  await use(own);
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  const { goOn } = holdNextReading(library);
  const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
  const linked = await outbox.handlers.link({ ...place, templateId: 'theirs' });
  expect(linked).not.toBeNull();
  goOn();
  const { queued } = await publishing;
  const before = practice.received().length;
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const sent = practice.received().slice(before);
  return { queued, sentTo: sent.map(({ path: to }) => to.split('/').at(-1)) };
}

it.each([false, true])('another waits for the copy: %s', async (isWaitingInTheCopy) => {
  expect(await sentFromOwn(isWaitingInTheCopy)).toEqual({ queued: 0, sentTo: [] });
});
