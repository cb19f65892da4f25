/**
 * A save arrives, and the library's disk refuses to note it. Until it is noted, a person edits the theme:
 * what the service has is not what the theme is.
 */
import { statusWord } from '@shared/theme/status';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is noted', false],
  ['it is not noted yet', true],
])('an edited theme is not called published: %s', async (_name, isRefused) => {
  const made = await outboxFixture();
  if (isRefused) {
    vi.spyOn(made.library, 'setPublication').mockRejectedValue(new StorageError('full', 'a.json'));
  }
  await made.publish();
  await made.settled();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
  const { relation = 'never', delivery = 'idle' } = (await made.shown()) ?? {};
  expect(statusWord(relation, delivery)).not.toBe('published');
});
