/**
 * A theme was published again and has arrived, and its own file says so; the file that the outbox has of it is held by a
 * virus scanner, or lies on a full disk, and still says that it waits. A person links the theme to another template, or
 * unlinks it, which is refused, as Foyer says: what the file says could not be told from what waits. Foyer is killed
 * before the file could be removed. At the next start nothing is sent: nobody published the theme since.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function sentAfter(word: 'none' | 'link' | 'unlink', isHeld: boolean) {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  const folder = join(made.root, 'profile', 'outbox');
  const release = practice.holdAnswers();
  await made.publish();
  while (practice.received().length < 2) await new Promise((next) => setImmediate(next));
  const disk = isHeld ? illDisk((path) => path.startsWith(folder), 'EBUSY', 'open') : undefined;
  release();
  await made.settled();
  expect(await made.items()).toEqual([]);
  const templates = practice.state().templates.length;
  const said = (async () => {
    if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
    if (word === 'unlink') await outbox.handlers.unlink(place);
  })();
  if (isHeld && word !== 'none') await expect(said).rejects.toThrow();
  else await said;
  await library.flush();
  await outbox.close(0);
  disk?.heal();
  const before = practice.received().length;
  const again = await nextRun(made);
  await again.drained();
  const sent = practice.received().slice(before);
  return {
    sent: sent.map(({ path: to }) => to.split('/').at(-1)),
    copies: practice.state().templates.length - templates,
  };
}

it.each([
  ['none', false],
  ['link', false],
  ['unlink', false],
  ['none', true],
  ['link', true],
  ['unlink', true],
] as const)('%s; is its file held: %s', async (word, isHeld) => {
  expect(await sentAfter(word, isHeld)).toEqual({ sent: [], copies: 0 });
});
