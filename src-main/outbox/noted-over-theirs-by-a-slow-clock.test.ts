/**
 * A later save of ours arrives, and the library's disk refuses to note it. Another computer publishes the
 * theme after that, under the same template; its clock is behind. What the service has is theirs.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';
import { publishTheirs } from './testing/other-computer';

it.each([
  ['the control: its clock is right', 60_000],
  ['its clock is behind', -60_000],
])('stays noted as what the service has: %s', async (_name, ahead) => {
  const made = await outboxFixture();
  const key = publicationKey(made.connection);
  const { themeId } = made.place;
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.publish();
  await made.drained();
  made.clock.pass(3_600_000);
  const document = await made.document();
  await made.library.handlers.rename({ id: themeId, name: 'Ours' });
  await made.library.saved(themeId);
  const full = vi
    .spyOn(made.library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Ours' }]);

  const at = new Date(made.clock.date().getTime() + ahead).toISOString();
  await publishTheirs(made, document, { at, attempt: 'theirs' });
  full.mockRestore();
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect((await made.document()).publications[key]?.sent?.name).toBe('Theirs');
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
