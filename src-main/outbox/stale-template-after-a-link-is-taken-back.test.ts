/**
 * The service gave an id that the theme's own file could not keep at once. A person unlinks the theme, and takes that
 * back: now its file has the id. Then another computer on the library links the theme to another template: the next
 * save goes to that one, as the file says.
 */
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the file could keep it', false],
  ['the file could not keep it at once', true],
])('goes to the template that the file has: %s', async (_name, isRefused) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const key = publicationKey(made.connection);
  if (isRefused) {
    vi.spyOn(made.library, 'setPublication').mockRejectedValueOnce(
      new StorageError('full', 'theme.json'),
    );
  }
  await made.publish();
  await made.settled();
  expect((await made.items()).map(({ why }) => why)).toEqual(isRefused ? ['unnoted'] : []);
  const step = await made.outbox.handlers.unlink(made.place);
  expect(await made.outbox.handlers.undoLink({ step: step ?? -1 })).toBe('done');
  await made.drained();
  // As another computer's link comes with the file.
  await made.library.setPublication(made.place.themeId, key, {
    templateId: 'of-the-other-computer',
    at: '2026-02-02T03:04:05.000Z',
  });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.publish();
  await made.drained();
  const paths = made.practice.received().map(({ path }) => path.split('/').at(-1));
  expect(paths.at(-1)).toBe('of-the-other-computer');
});
