/**
 * A person publishes a newer version of a theme, whose file is slow to be read, and then links the theme to another template, or unlinks
 * it: what they published before is cancelled by that. It is written down while the link is. Foyer is killed when the
 * theme's own file has the link: at the next start nothing is sent where it was never meant to go.
 */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

async function sentAfter(word: 'link' | 'unlink', isKilled: boolean) {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  await outbox.handlers.setPaused({ isPaused: true });
  const { goOn } = holdNextReading(library);
  const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
  const folder = join(made.root, 'profile', 'outbox');
  let atTheKill: { path: string; bytes: Buffer }[] = [];
  const setPublication = library.setPublication.bind(library);
  const unlink = library.unlink.bind(library);
  // The theme is read while the link is being written; as it is on the disk then is how a kill leaves it.
  const meanwhile = async (work: () => Promise<void>): Promise<void> => {
    goOn();
    await publishing;
    await work();
    const names = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    atTheKill = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return { path, bytes: await readFile(path) };
      }),
    );
  };
  Object.assign(library, {
    setPublication: (...how: Parameters<typeof setPublication>) =>
      meanwhile(() => setPublication(...how)),
    unlink: (...how: Parameters<typeof unlink>) => meanwhile(() => unlink(...how)),
  });
  const before = practice.received().length;
  if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
  else await outbox.handlers.unlink(place);
  await made.settled();
  await library.flush();
  await outbox.close(0);
  if (isKilled) {
    for (const name of await readdir(folder)) await rm(join(folder, name));
    for (const { path, bytes } of atTheKill) await writeFile(path, bytes);
  }
  const again = await nextRun(made);
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  const sent = practice.received().slice(before);
  return sent.map(({ path: to }) => to.split('/').at(-1));
}

it.each([
  ['link', false],
  ['unlink', false],
  ['link', true],
  ['unlink', true],
] as const)('%s; is it killed: %s', async (word, isKilled) => {
  expect(await sentAfter(word, isKilled)).toEqual([]);
});
