/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it
 * (`killed-before-forgotten.test.ts`). Between the request and its answer the computer's clock was set back.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function publishedAndKilled(made: OutboxFixture, moved: number): Promise<OutboxFixture> {
  const folder = join(made.root, 'profile', 'outbox');
  const before = made.practice.received().length;
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, before + 1);
  const [name = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, name));
  made.clock.set(moved);
  release();
  await made.settled();
  await made.outbox.close(0);
  await writeFile(join(folder, name), bytes);
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  again.token = made.token;
  await again.drained();
  return again;
}

const moves = [
  ['the control: the clock stays', 0],
  ['the clock is set back', -3_600_000],
] as const;

it.each(moves)('a first save is not called unsure: %s', async (_name, moved) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const again = await publishedAndKilled(made, moved);
  expect(await again.items()).toEqual([]);
  expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});

it.each(moves)('a later save is not sent again: %s', async (_name, moved) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.clock.pass(1_000);
  await publishedAndKilled(made, moved);
  expect(made.practice.received()).toHaveLength(2);
});
