/**
 * A token is refused, and replaced; Foyer is killed before `outbox.json` says so, or the disk does not take it. After
 * the restart the hold is still that of the token before, and the new one is tried.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['the same token is held', 1, undefined, 1],
  ['another one is tried', 2, undefined, 0],
  ['an earlier Foyer said nothing of which one it was', 2, { refusedAccess: undefined }, 1],
])('%s', async (_name, access, more, held) => {
  const first = await outboxFixture();
  Object.assign(first.connection, { access: 1 });
  first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await first.publish();
  await first.drained();
  expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
  await first.outbox.close(0);
  const path = join(first.root, 'profile', 'outbox.json');
  const written = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...written, ...more }));
  // The connections have it.
  Object.assign(first.connection, { access });
  const second = await nextRun(first);
  await second.drained();
  expect(await second.items()).toHaveLength(held);
  expect(first.practice.state().templates).toHaveLength(1 - held);
});

it('the new one is held once it is refused as well, also when the document is read after that', async () => {
  const first = await outboxFixture();
  first.practice.setBehaviour('saveThemeTemplate', { status: 401 });
  await first.publish();
  await first.drained();
  await first.outbox.close(0);
  const { illDisk } = await import('../storage/trial-ill-disk');
  const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
  Object.assign(first.connection, { access: 1 });
  const second = await nextRun(first);
  await second.outbox.handlers.setPaused({ isPaused: false });
  await second.drained();
  expect(first.practice.received()).toHaveLength(2);
  disk.heal();
  await second.outbox.handlers.setPaused({ isPaused: false });
  await second.drained();
  expect(await second.items()).toMatchObject([{ why: 'tokenRefused' }]);
  expect(first.practice.received()).toHaveLength(2);
});
