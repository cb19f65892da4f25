/**
 * A save may have arrived, and a person has to decide. They publish the theme anew, on a disk that is slow, and say of the
 * one before that it isn't there. The disk is full, so that the newer one can't be queued, which is said. The one before
 * was settled: it is not sent for that.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['nothing is published anew', false, false],
  ['it is published anew', true, false],
  ['it is published anew, and the disk is full', true, true],
])('is not sent again: %s', async (_name, isAnew, isFull) => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  const well = realDisk.open;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  let isAsked = !isAnew;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
    if (isAnew && path.startsWith(join(made.root, 'profile', 'outbox'))) {
      isAsked = true;
      await slow;
      if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }
    return well(path, ...rest);
  });
  const { themeId } = place;
  const publishing = isAnew
    ? outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] })
    : undefined;
  await expect.poll(() => isAsked).toBe(true);
  const dropped = outbox.handlers.decide({ ...place, decision: 'drop' });
  const undecided = async () => (await made.items()).filter(({ why }) => why === 'decision');
  await expect.poll(undecided).toEqual([]);
  goOn();
  // That the disk took neither word is said of both.
  if (isFull) await expect(dropped).rejects.toThrow('ENOSPC');
  else await dropped;
  expect((await publishing)?.problems ?? []).toHaveLength(isFull ? 1 : 0);
  disk.mockRestore();
  await made.drained();
  const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(sent).toEqual(isAnew && !isFull ? ['Harbour', 'Newer'] : ['Harbour']);
});
