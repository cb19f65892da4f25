/** What a theme's card says while the theme's own file can't be told that a later save was accepted. */
import { statusWord } from '@shared/theme/status';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function cardOf(made: OutboxFixture): Promise<string> {
  const shown = await made.shown();
  if (!shown) throw new Error('the theme has a card');
  return statusWord(shown.relation, shown.delivery);
}

it.each([
  ['the control: a first save', 0],
  ['a later save', 1],
])('is that it is published, as it is: %s', async (_name, published) => {
  const made = await outboxFixture();
  if (published === 1) {
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.library.saved(made.place.themeId);
  }
  vi.spyOn(made.library, 'setPublication').mockRejectedValue(
    new StorageError('full', 'theme.json'),
  );
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  const { name } = await made.library.current(made.place.themeId);
  expect(made.practice.state().templates).toMatchObject([{ name }]);
  expect(await cardOf(made)).toBe('published');
});

it('is that it has unpublished changes, once it was changed since', async () => {
  const made = await outboxFixture();
  vi.spyOn(made.library, 'setPublication').mockRejectedValue(
    new StorageError('full', 'theme.json'),
  );
  await made.publish();
  await made.settled();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
  expect(await cardOf(made)).toBe('changed');
});
