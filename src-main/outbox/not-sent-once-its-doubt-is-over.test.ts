/**
 * A newer version waits behind a first save that may have arrived: Foyer was killed when its theme's own file said that
 * it had, and before the outbox had forgotten it; and the library's drive is connected only after the next start. Then
 * nothing is left to decide, and the newer version is sent.
 */
import { renameSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function sentAfterTheRestart(isLate: boolean): Promise<{ names: string[]; why: string[] }> {
  const made = await outboxFixture();
  const { themeId } = made.place;
  made.practice.setBehaviour('all', { ids: 'own' });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  await made.library.handlers.rename({ id: themeId, name: 'Newer' });
  await made.publish();
  const path = await itemPath(made);
  const bytes = await readFile(path);
  await made.outbox.handlers.setPaused({ isPaused: true });
  release();
  await made.settled();
  await made.library.flush();
  await made.outbox.close(0);
  // Killed before the outbox had forgotten it.
  await writeFile(path, bytes);
  const [themes, away] = [join(made.root, 'themes'), join(made.root, 'away')];
  const again = await nextRun(made, isLate ? { before: () => renameSync(themes, away) } : {});
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  if (isLate) {
    expect(await again.items()).toMatchObject([{ name: 'Harbour', why: 'decision' }]);
    await rename(away, themes);
  }
  // The window has the library read.
  await again.library.handlers.list(undefined);
  await vi.waitFor(async () =>
    expect(await again.items()).not.toMatchObject([{ why: 'decision' }]),
  );
  for (let minute = 0; minute < 60; minute += 1) {
    await again.settled();
    again.clock.pass(60_000);
  }
  const names = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { name: string }).name);
  return { names, why: (await again.items()).map(({ why }) => why) };
}

it('the control: the drive is connected as Foyer starts', async () => {
  expect(await sentAfterTheRestart(false)).toEqual({ names: ['Harbour', 'Newer'], why: [] });
});

it('the drive is connected later', async () => {
  expect(await sentAfterTheRestart(true)).toEqual({ names: ['Harbour', 'Newer'], why: [] });
});
