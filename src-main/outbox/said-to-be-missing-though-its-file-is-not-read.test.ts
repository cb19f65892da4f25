/**
 * A theme waits to be published. Others take its file away and put it back, where the disk doesn't give it yet: Foyer does
 * not say that the theme isn't in this library, which it doesn't know.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: its file is gone', false, 'themeMissing'],
  ['its file is not read yet', true, 'paused'],
])('what is said of it: %s', async (_name, isBack, why) => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  const { library, outbox } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  const path = join(made.root, 'themes', '0000.json');
  const text = await readFile(path, 'utf8');
  await rm(path);
  await library.rescan();
  if (isBack) {
    illDisk((one) => one.endsWith('0000.json'), 'EIO', 'open');
    await writeFile(path, text);
    await library.rescan();
  }
  expect(await made.items()).toMatchObject([{ why }]);
});
