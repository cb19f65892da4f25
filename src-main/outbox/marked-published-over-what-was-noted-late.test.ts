/**
 * A save arrives, and the library's disk is full, so that its theme's file is told later: after a restart. Before that a
 * newer version is sent, and may have arrived. The person finds the newer one there, and says so.
 */
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function publishedAs(isFull: boolean) {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const { themeId } = made.place;
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: themeId, name: 'Second' });
  made.clock.pass(60_000);
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 2);
  await made.library.handlers.rename({ id: themeId, name: 'Third' });
  await made.publish();
  const full = isFull
    ? vi
        .spyOn(made.library, 'setPublication')
        .mockRejectedValue(new StorageError('full', 'themes/a.json'))
    : undefined;
  // The newer one waits as Foyer is quit.
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 429, times: 1 });
  release();
  await made.settled();
  if (isFull) made.clock.pass(5_000);
  await made.settled();
  expect(await made.items()).toMatchObject([{ name: 'Third' }]);
  await made.outbox.close(0);
  full?.mockRestore();
  // By then the disk has room again.
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
  const again = await nextRun(made);
  await again.drained();
  expect(await again.items()).toMatchObject([{ name: 'Third', why: 'decision' }]);
  await again.outbox.handlers.decide({ ...again.place, decision: 'published' });
  await again.drained();
  const [publication] = Object.values((await again.document()).publications);
  const { relation, delivery } = (await again.shown()) ?? {};
  const there = made.practice.state().templates.map(({ name }) => name);
  return { noted: publication?.sent?.name, relation, delivery, there };
}

const expected = { noted: 'Third', relation: 'same', delivery: 'idle', there: ['Third'] };

it('the control: the disk has room', async () => {
  expect(await publishedAs(false)).toEqual(expected);
});

it('the disk was full for a while', async () => {
  expect(await publishedAs(true)).toEqual(expected);
});
