/**
 * A theme waits to be published, and its file is damaged by a sync program. The library says that it can't read that file,
 * and where the file is. Of what waits Foyer says the same, as it does where it tried it since: not that the theme isn't
 * in this library, and that one should restore it from the bin, choose another library, or cancel.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it was tried while it was so', true],
  ['it waits', false],
])('what is said of a theme whose file is damaged: %s', async (_name, isTriedAgain) => {
  const made = await outboxFixture();
  const { library, outbox } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const path = join(made.root, 'themes', '0000.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"name"', '<<<<<<< mine\n"name"'));
  await library.rescan();
  expect(await library.handlers.list(undefined)).toMatchObject({
    themes: [],
    unreadable: [{ file: '0000.json', problem: { code: 'fileDamaged' } }],
  });

  await outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  if (isTriedAgain) await outbox.handlers.retry({ only: made.place });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'problem', problem: { code: 'fileDamaged' } }]);
});
