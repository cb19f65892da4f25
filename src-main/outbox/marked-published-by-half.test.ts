/**
 * What is known of a theme's save was written by a newer Foyer, or the disk does not let go of it. A person
 * marks it as published under an ID, and is told that this can't be done.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is damaged', (text: string) => text.slice(0, -20)],
  ['it is of a newer Foyer', () => JSON.stringify({ format: 999 })],
])('is linked whole, or not at all: %s', async (_name, spoilt) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  const path = join(folder, name);
  await writeFile(path, spoilt(await readFile(path, 'utf8')));
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  again.token = made.token;
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  const isDone = await Promise.resolve(
    again.outbox.handlers.decide({ ...made.place, decision: 'published', templateId: 'found' }),
  ).then(
    () => true,
    () => false,
  );
  const { templateId } =
    (await again.document()).publications[publicationKey(made.connection)] ?? {};
  expect(templateId === 'found').toBe(isDone);
});
