/**
 * A save is accepted while the library's drive is away, and noted after the next start. The computer's clock
 * was set back before it, so that it is dated before the one that the theme's file has.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: the clock goes on', 3_600_000],
  ['the clock is set back', -3_600_000],
])('is noted once the drive is there: %s', async (_name, moved) => {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  made.clock.set(moved);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  await made.library.saved(made.place.themeId);
  const [themes, away] = [join(made.root, 'themes'), join(made.root, 'away')];
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 2);
  await rename(themes, away);
  release();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Port' }]);
  await made.outbox.close(0);
  made.library.close();

  await rename(away, themes);
  const again = await nextRun(made);
  await again.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  expect(await again.items()).toEqual([]);
  expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
