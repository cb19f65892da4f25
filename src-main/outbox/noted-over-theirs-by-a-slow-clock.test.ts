/**
 * A later save of ours arrives, and the library's disk refuses to note it. Another computer publishes the
 * theme after that, under the same template; its clock is behind. What the service has is theirs.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

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
  const before = document.publications[key];
  if (!before?.sent) throw new Error('it was published');
  await made.library.handlers.rename({ id: themeId, name: 'Ours' });
  await made.library.saved(themeId);
  const full = vi
    .spyOn(made.library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Ours' }]);

  const theirs: Publication = {
    ...before,
    at: new Date(made.clock.date().getTime() + ahead).toISOString(),
    attempt: 'theirs',
    sent: { ...before.sent, name: 'Theirs' },
  };
  const file = join(made.root, 'themes', '0000.json');
  const theirDocument = { ...document, name: 'Theirs', publications: { [key]: theirs } };
  await writeFile(`${file}.part`, JSON.stringify(theirDocument));
  await rename(`${file}.part`, file);
  await made.library.rescan();
  await vi.waitFor(async () => {
    const { themes } = await made.library.handlers.list(undefined);
    expect(themes).toMatchObject([{ name: 'Theirs' }]);
  });
  full.mockRestore();
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect((await made.document()).publications[key]?.sent?.name).toBe('Theirs');
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
