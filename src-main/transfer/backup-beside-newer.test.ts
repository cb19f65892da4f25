/**
 * Somebody went back to an older Foyer: what the newer one wrote of the shortcuts is left as it is, and the
 * rest works, backups too.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { storedFormats } from '@shared/stored-formats';
import { createPreviews } from '../previews/previews';
import type { BackupPart } from './transfer';
import { trial } from './trial-transfer';

async function withNewerShortcuts() {
  const parts: BackupPart[] = [];
  const mine = await trial({ parts });
  const profile = join(mine.root, 'profile');
  const format = storedFormats.previews + 1;
  await writeFile(join(profile, 'previews.json'), JSON.stringify({ format, of: 'a newer Foyer' }));
  const previews = await createPreviews({
    folder: profile,
    connectionById: () => undefined,
    connectionAt: () => undefined,
    send: () => Promise.reject(new Error('nothing is sent')),
    warn: () => undefined,
  });
  onTestFinished(() => previews.close());
  let textSize = 100;
  const preferences: BackupPart = {
    name: 'preferences',
    collect: () => ({ textSize }),
    prepare: (value) => async () => {
      ({ textSize } = value as { textSize: number });
      return 1;
    },
  };
  parts.push(previews.backupPart, preferences);
  return { mine, textSize: () => textSize };
}

it('a backup has everything but the shortcuts of a newer Foyer, and says so', async () => {
  const { mine } = await withNewerShortcuts();
  await mine.library.handlers.create({ name: 'Harbour' });
  mine.saves = join(mine.root, 'backup.foyer');
  const made = await mine.transfer.backup(undefined);
  expect(made).toMatchObject({ count: 1, leftOut: [{ part: 'previewShortcuts' }] });
  const written = JSON.parse(await readFile(mine.saves, 'utf8')) as object;
  expect(written).toMatchObject({ themes: [{ name: 'Harbour' }] });
});

it('a restore puts back everything but the shortcuts, which a newer Foyer keeps', async () => {
  const { mine, textSize } = await withNewerShortcuts();
  const path = join(mine.root, 'backup.foyer');
  const parts = { previewShortcuts: [], preferences: { textSize: 125 } };
  await writeFile(path, JSON.stringify({ foyer: 'backup', format: 1, themes: [], parts }));
  mine.opens = [path];
  const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  expect(report).toMatchObject({ failed: [{ part: 'previewShortcuts' }], partsNotDone: [] });
  expect(textSize()).toBe(125);
});
