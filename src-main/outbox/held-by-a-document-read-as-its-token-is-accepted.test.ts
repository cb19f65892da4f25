/**
 * A token was refused before the restart, and `outbox.json`, which says so, can't be read for now. A save is on its way
 * with that very token when the document can be read; then the service accepts it. A token "that was accepted since"
 * is not said to be refused, and holds nothing.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: it is accepted before the document is read', false],
  ['it is accepted after the document is read', true],
])('the next one goes: %s', async (_name, isReadFirst) => {
  const first = await outboxFixture({ themes: 3 });
  const [one = '', two = '', three = ''] = first.ids;
  first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await first.publish(one);
  await first.drained();
  expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
  await first.outbox.handlers.cancel({});
  await first.settled();
  await first.outbox.close(0);
  const { illDisk } = await import('../storage/trial-ill-disk');
  const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
  const second = await nextRun(first);
  await second.outbox.handlers.setPaused({ isPaused: false });
  const before = first.practice.received().length;
  const release = first.practice.holdAnswers();
  // Of first saves the second waits for the answer to the first.
  await second.publish(two, three);
  await arrived(first.practice, before + 1);
  const isRead = async () => {
    disk.heal();
    // Whatever a person says of pausing asks the disk for the document once more.
    await second.outbox.handlers.setPaused({ isPaused: false });
  };
  if (isReadFirst) await isRead();
  release();
  if (!isReadFirst) {
    await second.settled();
    await isRead();
  }
  await second.drained();
  expect(first.practice.received().length).toBeGreaterThan(before);
  expect.soft((await second.items()).map(({ why }) => why)).toEqual([]);
  expect(first.practice.state().templates).toHaveLength(2);
});
