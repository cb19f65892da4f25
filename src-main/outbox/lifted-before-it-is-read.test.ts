/**
 * What held before the restart is in `outbox.json`, which can't be read for now. What was lifted meanwhile is not set
 * again when it is read.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

type Behaviour = Parameters<OutboxFixture['practice']['setBehaviour']>[1];

/** The service answered so before the restart; now `outbox.json` can't be read until `read`. */
async function afterAnswer(behaviour: Behaviour) {
  const first = await outboxFixture({ themes: 3 });
  Object.assign(first.connection, { keepsClientIds: 'yes' });
  const [one = '', two = '', three = ''] = first.ids;
  first.practice.setBehaviour('saveThemeTemplate', behaviour);
  await first.publish(one);
  await first.settled();
  await first.outbox.handlers.cancel({});
  await first.settled();
  await first.outbox.close(0);
  const { illDisk } = await import('../storage/trial-ill-disk');
  const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
  const second = await nextRun(first);
  second.clock.set(first.clock.date().getTime() - second.clock.date().getTime());
  await second.outbox.handlers.setPaused({ isPaused: false });
  const read = async () => {
    disk.heal();
    // Whatever a person says of pausing asks the disk for the document once more.
    await second.outbox.handlers.setPaused({ isPaused: false });
    await second.settled();
  };
  return { first, second, two, three, read };
}

it('a hold that a person lifted by publishing anew', async () => {
  const { first, second, two, read } = await afterAnswer({ status: 401, times: 1 });
  first.practice.setBehaviour('saveThemeTemplate', { status: 503, times: 1 });
  await second.publish(two);
  await second.settled();
  expect(await second.items()).toMatchObject([{ why: 'retry' }]);
  await read();
  expect(await second.items()).toMatchObject([{ why: 'retry' }]);
  await second.drained();
  expect(await second.items()).toEqual([]);
});

it('a wait, once the service took a save', async () => {
  const { first, second, two, three, read } = await afterAnswer({
    ...{ status: 429, retryAfter: '3600', times: 1 },
  });
  await second.publish(two);
  await second.settled();
  expect(first.practice.state().templates).toHaveLength(1);
  await read();
  await second.publish(three);
  await second.settled();
  expect(await second.items()).toEqual([]);
  const path = join(first.root, 'profile', 'outbox.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ asked: {} });
});
