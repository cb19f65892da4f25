/**
 * A newer version of a theme waits to be published. A person links the theme to another template, or unlinks it, and
 * what waits is cancelled by that. Foyer is killed as the theme's own file says so: at the next start nothing is sent
 * where it was never meant to go.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function templatesAfter(word: 'link' | 'unlink', isKilled: boolean) {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const path = await itemPath(made);
  let bytes: Buffer | undefined;
  const { library } = made;
  const setPublication = library.setPublication.bind(library);
  const unlink = library.unlink.bind(library);
  const noteOutbox = async (): Promise<void> => {
    bytes = await readFile(path).catch(() => undefined);
  };
  Object.assign(library, {
    setPublication: (...how: Parameters<typeof setPublication>) =>
      noteOutbox().then(() => setPublication(...how)),
    unlink: (...how: Parameters<typeof unlink>) => noteOutbox().then(() => unlink(...how)),
  });
  const before = made.practice.received().length;
  if (word === 'link') await made.outbox.handlers.link({ ...made.place, templateId: 'theirs' });
  else await made.outbox.handlers.unlink(made.place);
  await made.settled();
  await made.library.flush();
  await made.outbox.close(0);
  // As it was on the disk when the theme's own file was written.
  if (isKilled) await (bytes ? writeFile(path, bytes) : rm(path, { force: true }));
  const again = await nextRun(made);
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  const sent = made.practice.received().slice(before);
  const saved = sent.map(({ path: to }) => to.split('/').at(-1));
  return { saved, templates: made.practice.state().templates.map(({ name }) => name) };
}

it.each([
  ['link', false],
  ['link', true],
  ['unlink', false],
  ['unlink', true],
] as const)('%s; is it killed: %s', async (word, isKilled) => {
  expect(await templatesAfter(word, isKilled)).toEqual({ saved: [], templates: ['Harbour'] });
});
