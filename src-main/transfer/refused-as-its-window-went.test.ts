/**
 * A file is opened with Foyer, and refused after a while: the window that asked for it was closed meanwhile (to the tray,
 * or on a Mac), and another is open by then. That one tells of the refusal, as one does that is opened afterwards.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trial } from './trial-transfer';

const failedIn = (opened: { report: { failed: { file: string }[] } | null } | null): string[] =>
  (opened?.report?.failed ?? []).map(({ file }) => file);

it.each([
  ['the control: after it was refused', false],
  ['before it is refused', true],
])('the next window tells of it, which is opened %s', async (_when, isBefore) => {
  const mine = await trial();
  const path = join(mine.root, 'a.foyer');
  await writeFile(path, '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
  mine.open([path]);
  const ofTheFirst = Promise.resolve(mine.transfer.importOpened(undefined));
  // It has taken the file.
  await expect.poll(() => mine.underWay()).not.toContain('opened');
  expect(mine.underWay().length).toBeGreaterThan(0);
  if (!isBefore) await ofTheFirst;
  const before = mine.openedTold;
  // Another window is ready.
  mine.tellOpened();
  await ofTheFirst;
  // The control: nobody has read it, so that quitting asks.
  expect(mine.underWay()).toEqual(['openedRefused']);
  expect(mine.openedTold).toBe(before + 1);
  expect(failedIn(await mine.transfer.importOpened(undefined))).toEqual(['a.foyer']);
});
