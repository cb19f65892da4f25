/**
 * What is known of a theme's save was written by a newer Foyer, or the disk does not let go of it. A person
 * marks it as published under an ID, and is told that this can't be done.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

it.each([
  ['the control: it is damaged', (text: string) => text.slice(0, -20)],
  ['it is of a newer Foyer', () => JSON.stringify({ format: 999 })],
])('is linked whole, or not at all: %s', async (_name, spoilt) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const path = await itemPath(made);
  await writeFile(path, spoilt(await readFile(path, 'utf8')));
  const again = await nextRun(made);
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
