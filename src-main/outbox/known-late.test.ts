/** Foyer is killed before the outbox has forgotten what arrived, and can't read its library at the next start. */
import { renameSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** The save arrives, and its theme's file says so; the library's drive is connected only after the next start. */
async function killedAndLibraryBack(made: OutboxFixture): Promise<OutboxFixture> {
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

  const themes = join(made.root, 'themes');
  const away = join(made.root, 'away');
  const again = await outboxFixture({
    root: made.root,
    connections: made.connections,
    before: () => renameSync(themes, away),
  });
  again.token = made.token;
  await again.settled();
  await rename(away, themes);
  return again;
}

it('does not send a later save again, once the library is back', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.clock.pass(1_000);
  const again = await killedAndLibraryBack(made);
  await again.drained();
  expect(made.practice.received()).toHaveLength(2);
  expect(await again.items()).toEqual([]);
});

it('asks nobody about a first save, once the library is back', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const again = await killedAndLibraryBack(made);
  expect(await again.items()).toMatchObject([{ why: 'decision' }]);
  // The window has the library read.
  await again.library.handlers.list(undefined);
  await vi.waitFor(async () => expect(await again.items()).toEqual([]));
  expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  expect(made.practice.received()).toHaveLength(1);
});
