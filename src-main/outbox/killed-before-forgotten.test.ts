/** Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function publishedAndKilled(made: OutboxFixture): Promise<OutboxFixture> {
  const folder = join(made.root, 'profile', 'outbox');
  const before = made.practice.received().length;
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, before + 1);
  const [name = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, name));
  release();
  await made.settled();
  await made.outbox.close(0);
  await writeFile(join(folder, name), bytes);
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  again.token = made.token;
  await again.drained();
  return again;
}

it('is not called unsure, at a first save', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const again = await publishedAndKilled(made);
  expect(await again.items()).toEqual([]);
  expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  expect(made.practice.received()).toHaveLength(1);
});

it('is not sent again, at a later save', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.clock.pass(1_000);
  const again = await publishedAndKilled(made);
  expect(await again.items()).toEqual([]);
  expect(made.practice.received()).toHaveLength(2);
});

it('stays unsure where the file says something else', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
  await made.publish();
  await made.drained();
  await made.outbox.close(0);
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  again.token = made.token;
  await again.drained();
  expect(await again.items()).toMatchObject([{ why: 'decision' }]);
});
