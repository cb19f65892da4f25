/**
 * A save that the theme's own file could not be told of at first. The computer's clock was set back before
 * it, so that it is dated before the one that the file has.
 */
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the clock goes on', 3_600_000],
  ['the clock is set back', -3_600_000],
])('is noted once the disk takes it: %s', async (_name, moved) => {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  made.clock.set(moved);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  await made.library.saved(made.place.themeId);
  const full = vi
    .spyOn(made.library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Port' }]);
  full.mockRestore();
  await made.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
