/**
 * A token was refused before the restart, and `outbox.json`, which says so, can't be read for now. Meanwhile the
 * service accepts a save with that very token: it has its rights by now. Read late, the document says nothing of a
 * token that was accepted since.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it('is not said to be refused after it was accepted', async () => {
  const first = await outboxFixture({ themes: 3 });
  Object.assign(first.connection, { keepsClientIds: 'yes' });
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
  await second.publish(two);
  await second.settled();
  expect(first.practice.state().templates).toHaveLength(1);
  // The next one waits for a moment, for another reason.
  first.practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '30', times: 1 });
  await second.publish(three);
  await second.settled();
  expect(await second.items()).toMatchObject([{ why: 'asked' }]);
  disk.heal();
  second.clock.pass(10_000);
  await second.settled();
  await expect
    .poll(async () => {
      second.clock.pass(6_000);
      await second.settled();
      return (await second.items()).map(({ why }) => why);
    })
    .not.toContain('asked');
  await second.drained();
  expect(await second.items()).toEqual([]);
});
