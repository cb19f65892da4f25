/**
 * A save in doubt whose file can't be read: which version it was nobody knows. A person has the theme sent
 * again as it is now, takes that back, and then finds it there.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { cutItemShort, nextRun } from './testing/next-run';

it.each([
  ['the control: readable', true, 'Harbour'],
  ['unreadable', false, undefined],
] as const)('is not said to be the version of now: %s', async (_name, isReadable, sent) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  await made.library.flush();
  await made.outbox.close(0);
  if (!isReadable) await cutItemShort(made);
  const again = await nextRun(made);
  const { handlers } = again.outbox;
  await handlers.setPaused({ isPaused: true });
  await handlers.decide({ ...made.place, decision: 'sendAgain' });
  await handlers.cancel({ only: made.place });
  const templateId = made.practice.state().templates[0]?.id;
  await handlers.decide({ ...made.place, decision: 'published', templateId });
  const [publication] = Object.values((await again.document()).publications);
  expect(publication?.sent?.name).toBe(sent);
  expect(await again.shown()).toMatchObject({ relation: 'changed', delivery: 'idle' });
});
