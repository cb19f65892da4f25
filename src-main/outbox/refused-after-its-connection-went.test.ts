/**
 * A theme is published through two connections to one workspace. While the second is written down, that
 * connection is removed, and the theme is published through the first once more, which the disk refuses:
 * what is there again is what waited before, and goes through the connection that is there.
 */
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { ItemFiles } from './item-files';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is removed once that is written down', false],
  ['it is removed meanwhile', true],
])('goes through the one that is there: %s', async (_name, isMeanwhile) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const through = (id: string) =>
    made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [id] });
  const remove = (): void => {
    made.connections.splice(
      made.connections.findIndex(({ id }) => id === 'c2'),
      1,
    );
    made.outbox.connectionsChanged();
    made.outbox.connectionRemoved('c2');
  };
  await made.outbox.handlers.setPaused({ isPaused: true });
  await through('c1');

  const writes: (() => void)[] = [];
  let isFull = false;
  const well = ItemFiles.prototype.write;
  const writing = vi.spyOn(ItemFiles.prototype, 'write').mockImplementation(async function (
    this: ItemFiles,
    item,
  ) {
    if (isFull) throw new StorageError('full', 'item');
    await new Promise<void>((resolve) => writes.push(resolve));
    await well.call(this, item);
  });
  const second = through('c2');
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  if (isMeanwhile) remove();
  else {
    writes[0]?.();
    await second;
    remove();
    await vi.waitFor(() => expect(writes).toHaveLength(2));
    writes[1]?.();
    await made.outbox.settled();
    isFull = true;
  }
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  const third = through('c1');
  // In memory; the disk has yet to take it.
  if (isMeanwhile) await expect.poll(() => made.items()).toMatchObject([{ name: 'Newer' }]);
  isFull = true;
  for (const write of writes) write();
  await second;
  expect(await third).toMatchObject({ problems: [{ problem: { code: 'storageFull' } }] });
  writing.mockRestore();
  made.clock.pass(5_000);
  await made.outbox.settled();
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'paused' }]);
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(made.practice.received()).toHaveLength(1);
});
