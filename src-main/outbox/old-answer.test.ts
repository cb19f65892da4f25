/** What came of a try is not shown of the next one that a person asked for. */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('is not shown any more while it is sent again at a person’s word', async () => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'no' });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await arrived(made.practice);
  await made.settled();
  const { themeId } = made.place;
  expect(await made.outbox.handlers.answers({ themeId })).toMatchObject([
    { result: { outcome: { kind: 'unsure' } } },
  ]);
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await arrived(made.practice, 2);
  expect(await made.items()).toMatchObject([{ why: 'sending' }]);
  const shown = await made.outbox.handlers.answers({ themeId });
  release();
  await made.settled();
  expect(shown).toEqual([]);
});

it('is not shown any more while it is tried at once at a person’s word', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  await made.publish();
  await made.settled();
  const { themeId } = made.place;
  expect(await made.items()).toMatchObject([{ why: 'refused' }]);
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.retry({ only: made.place });
  await arrived(made.practice, 2);
  expect(await made.items()).toMatchObject([{ why: 'sending' }]);
  const shown = await made.outbox.handlers.answers({ themeId });
  release();
  await made.settled();
  expect(shown).toEqual([]);
});
