/**
 * A later save may have arrived, twice, and waits for a person. They find it there, and say so; Foyer is killed while that
 * is written down. It is theirs to decide still, or it is published: it does not leave by itself.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function sentAfter(isKilled: boolean): Promise<number> {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
  const path = await itemPath(made);
  /** All that the outbox's file held, one after the other. */
  const held: Buffer[] = [];
  const removed = realDisk.unlink;
  const readToRemove = realDisk.openToRead;
  const keep = async (of: string) => {
    if (of === path) held.push(await readFile(path));
  };
  const spies = [
    vi.spyOn(realDisk, 'unlink').mockImplementation(async (of) => {
      await keep(of);
      return removed(of);
    }),
    vi.spyOn(realDisk, 'openToRead').mockImplementation(async (of) => {
      await keep(of);
      return readToRemove(of);
    }),
  ];
  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  await made.settled();
  for (const spy of spies) spy.mockRestore();
  await made.library.flush();
  await made.outbox.close(0);
  const before = made.practice.received().length;
  const between = held.at(-1);
  expect(between).toBeDefined();
  if (isKilled && between) await writeFile(path, between);
  const again = await nextRun(made);
  await again.drained();
  return made.practice.received().length - before;
}

it('the control: it is not killed', async () => {
  expect(await sentAfter(false)).toBe(0);
});

it('it is killed between the two', async () => {
  expect(await sentAfter(true)).toBe(0);
});
