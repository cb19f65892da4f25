/**
 * A person puts a version back and presses Publish right after. The version can't be put back (its file is in the cloud alone):
 * what was to be replaced is not what they wanted to publish, and isn't sent in its stead.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is put back', false],
  ['it can’t be', true],
])('%s', async (_name, isHeld) => {
  const made = await outboxFixture();
  const { themeId } = made.place;
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  const restoring = made.library.whileReplaced(themeId, async () => {
    await disk;
    if (isHeld) throw new ProblemError({ code: 'fileInCloud', path: '/themes/aster.json' });
  });
  const restored = restoring.then(
    () => 'restored',
    () => 'refused',
  );
  const publishing = made.outbox.handlers.publish({
    themeIds: [themeId],
    connectionIds: [made.connection.id],
  });
  goOn();

  expect(await restored).toBe(isHeld ? 'refused' : 'restored');
  const { problems } = await publishing;
  await made.settled();
  expect(problems.map(({ problem }) => problem.code)).toEqual(isHeld ? ['fileInCloud'] : []);
  expect(made.practice.received()).toHaveLength(isHeld ? 0 : 1);
});
