/** A save that is cancelled under way leaves a doubt about the version that may be there now. */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('is asked about by the name and version that left last', async () => {
  const made = await outboxFixture();
  const rename = (name: string) => made.library.handlers.rename({ id: made.place.themeId, name });
  await made.publish();
  await made.drained();
  Object.assign(made.connection, { keepsClientIds: 'unknown' });
  await rename('Second');
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  // By now a repetition does no harm, and it leaves without being written down.
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  await rename('Third');
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 3);
  await made.outbox.handlers.cancel({ only: made.place });
  release();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Third', unsureTries: 2 }]);
  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
