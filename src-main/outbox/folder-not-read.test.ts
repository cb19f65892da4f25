/** What the cards say while the folder of the outbox can't be read: nobody knows what may have arrived. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statusWord } from '@shared/theme/status';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('is not that a theme was never published', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'no folder');
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  expect((await again.outbox.handlers.list(undefined)).problem).toBeDefined();
  const { relation = 'never', delivery = 'idle' } = (await again.shown()) ?? {};
  expect(statusWord(relation, delivery)).not.toBe('draft');
  await rm(folder);
});

it('nor that nothing of a theme may be known to a service', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  expect(made.outbox.isUnsettled(made.place.themeId)).toBe(true);
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'no folder');
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  await again.outbox.start();
  expect(again.outbox.isUnsettled(made.place.themeId)).toBe(true);
  await rm(folder);
});
