/**
 * A person has two libraries with different themes. A theme of the first waits (the outbox is paused, or the network is
 * away); they choose the second one and quit. Foyer starts with the second one. They choose the first one again, and
 * resume the outbox: that is the library that the theme was published from, and the theme is in it.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme } from '@shared/theme/theme';
import { storedFormats } from '@shared/stored-formats';
import { expect, it } from 'vitest';
import { newId } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function shownAfter(startsIn: 'its own library' | 'another library') {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  // The fixture's library is always `themes`.
  const [opened, own] = [join(made.root, 'themes'), join(made.root, 'first')];
  if (startsIn === 'another library') {
    await rename(opened, own);
    await mkdir(opened);
    const other = {
      ...{ format: storedFormats.theme, id: newId(), name: 'Another', tags: [] },
      ...{ updatedAt: '2026-01-02T03:04:05.000Z', publications: {}, theme: newTheme() },
    };
    await writeFile(join(opened, '0000.json'), JSON.stringify(other));
  }
  const run = await nextRun(made);
  await run.settled();
  await run.library.handlers.list(undefined);
  await run.settled();
  if (startsIn === 'another library') {
    await run.library.handlers.useFolder({ folder: own, move: false });
  }
  await run.outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 10; minute += 1) {
    run.clock.pass(60_000);
    await run.settled();
  }
  const arrived = made.practice.received().length + run.practice.received().length;
  return { arrived, left: await run.items() };
}

it.each(['its own library', 'another library'] as const)('Foyer starts in %s', async (startsIn) => {
  expect(await shownAfter(startsIn)).toEqual({ arrived: 1, left: [] });
});
