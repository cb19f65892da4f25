/**
 * A disk is slow. A theme is published, its connection is pointed to another workspace, and it is published there. Cancel
 * beside “Publishing” takes both out, and both publications are told as cancelled: the first isn't left in the outbox, and
 * isn't sent once the connection leads there again.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the second isn’t written down either', true],
  ['control: the first alone', false],
])('what is told as cancelled isn’t sent: %s', async (_name, isTwo) => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const { connection, library, outbox, place, practice } = made;
  const { themeId } = place;
  const folder = join(made.root, 'profile', 'outbox');
  const well = realDisk.open;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  let asked = 0;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
    if (path.startsWith(folder)) {
      asked += 1;
      await slow;
    }
    return well(path, ...rest);
  });
  const to = () => outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  const first = to();
  await expect.poll(() => asked).toBeGreaterThan(0);
  connection.workspaceId = 'w2';
  outbox.connectionsChanged();
  let second: ReturnType<typeof to> | undefined;
  if (isTwo) {
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    second = to();
    await expect.poll(async () => (await made.items()).map(({ name }) => name)).toContain('Newer');
  }
  const stopped = outbox.handlers.stop(place);
  goOn();
  await stopped;
  const cancelled = [(await first).cancelled, (await second)?.cancelled ?? []];
  disk.mockRestore();
  await made.settled();
  const left = (await made.items()).map(({ name, why }) => ({ name, why }));
  connection.workspaceId = 'w1';
  outbox.connectionsChanged();
  await made.drained();
  const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect({ cancelled, left, sent }).toEqual({
    cancelled: [[place], isTwo ? [place] : []],
    left: [],
    sent: [],
  });
});
