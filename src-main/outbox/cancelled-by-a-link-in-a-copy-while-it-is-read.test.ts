/**
 * A theme is published, and before it is read for it a person looks at a copy of the library, links its theme there, and
 * comes back: the word about the copy's theme says nothing of what was asked for in their own library.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function queuedAfterALink(where: 'copy' | 'own') {
  const made = await outboxFixture();
  const { library, outbox, place } = made;
  const folders = { own: join(made.root, 'themes'), copy: join(made.root, 'second') };
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(folders.copy);
  for (const file of await readdir(folders.own)) {
    await copyFile(join(folders.own, file), join(folders.copy, file));
  }
  await library.handlers.list(undefined);
  await outbox.handlers.setPaused({ isPaused: true });
  const saved = library.saved.bind(library);
  let read = (): void => undefined;
  const isToBeRead = new Promise<void>((done) => (read = done));
  const reading = vi.spyOn(library, 'saved').mockImplementation(async (id) => {
    await isToBeRead;
    return saved(id);
  });
  const publishing = outbox.handlers.publish({
    themeIds: [place.themeId],
    connectionIds: ['c1'],
  });
  await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  if (where === 'copy') await use(folders.copy);
  await outbox.handlers.link({ ...place, templateId: 'theirs' });
  if (where === 'copy') await use(folders.own);
  read();
  const { queued } = await publishing;
  return { queued, waiting: (await made.items()).length };
}

it.each([
  ['copy', 1],
  ['own', 0],
] as const)('linked in the %s: queued %i', async (where, count) => {
  expect(await queuedAfterALink(where)).toEqual({ queued: count, waiting: count });
});
