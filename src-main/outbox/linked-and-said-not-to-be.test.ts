/**
 * A theme that waits to be published is linked to another template, or unlinked, while a virus scanner holds its file in
 * the outbox. When the window hears that it failed, it says “… couldn’t be linked to …”: then it is not.
 */
import { join } from 'node:path';
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function saidAndDone(word: 'link' | 'unlink', isHeld: boolean) {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const linked = async () =>
    (await made.document()).publications[publicationKey(made.connection)]?.templateId;
  const before = await linked();
  const { outbox, place } = made;
  const folder = join(made.root, 'profile', 'outbox');
  const disk = isHeld ? illDisk((path) => path.startsWith(folder), 'EBUSY', 'open') : undefined;
  const done =
    word === 'link'
      ? outbox.handlers.link({ ...place, templateId: 'theirs' })
      : outbox.handlers.unlink(place);
  const isSaidToBeDone = await Promise.resolve(done).then(
    () => true,
    () => false,
  );
  disk?.heal();
  await made.library.flush();
  return { isSaidToBeDone, isDone: (await linked()) !== before };
}

it.each(['link', 'unlink'] as const)('the control: nothing holds it (%s)', async (word) => {
  expect(await saidAndDone(word, false)).toEqual({ isSaidToBeDone: true, isDone: true });
});

it.each(['link', 'unlink'] as const)('a scanner holds it (%s)', async (word) => {
  const { isSaidToBeDone, isDone } = await saidAndDone(word, true);
  expect(isDone).toBe(isSaidToBeDone);
});
