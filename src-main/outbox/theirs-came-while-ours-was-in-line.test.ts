/**
 * A later save of ours waits for a locked keychain, and another computer publishes the theme meanwhile
 * under the same template. Then ours leaves and arrives, and its answer is not waited for: what the
 * service has is ours (`theirs-came-later.test.ts` has it the other way round).
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { publishTheirs } from './testing/other-computer';

it.each([
  ['the control: theirs came before ours was in line', false],
  ['theirs comes while ours is in line', true],
])('what a person found there is ours: %s', async (_name, isInLine) => {
  const made = await outboxFixture();
  const key = publicationKey(made.connection);
  const { themeId } = made.place;
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.publish();
  await made.drained();
  const first = await made.document();
  const theyPublish = () =>
    publishTheirs(made, first, { at: '2026-01-03T00:00:00.000Z', attempt: 'theirs' });
  if (!isInLine) await theyPublish();
  await made.library.handlers.rename({ id: themeId, name: 'Ours' });
  await made.library.saved(themeId);
  let unlock = (): void => undefined;
  const locked = new Promise<string | undefined>((open) => {
    unlock = () => {
      open(made.token);
    };
  });
  made.tokenFor = () => locked;
  await made.publish();
  while (made.onces.length < 2) await new Promise((next) => setImmediate(next));
  if (isInLine) await theyPublish();
  const release = made.practice.holdAnswers();
  unlock();
  await arrived(made.practice, 2);
  await made.outbox.handlers.cancel({ only: made.place });
  release();
  await made.settled();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Ours' }]);
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);

  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  expect((await made.document()).publications[key]?.sent?.name).toBe('Ours');
});
