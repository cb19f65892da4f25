/** A theme that a newer Foyer wrote to while it waited here. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('what waits of a theme that a newer Foyer has written since is not sent: whether it is there already can’t be known', async () => {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const folder = join(made.root, 'themes');
  const [file = ''] = await readdir(folder);
  const document = JSON.parse(await readFile(join(folder, file), 'utf8')) as object;
  const newer = JSON.stringify({ ...document, format: 2, publications: [{ at: 'elsewhere' }] });
  await writeFile(join(folder, file), newer);
  await made.library.rescan();
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  made.clock.pass(60_000);
  await made.settled();
  expect(made.practice.received()).toEqual([]);
  expect(await made.items()).toMatchObject([
    { themeId: made.ids[0], problem: { code: 'themeReadOnly' } },
  ]);
  expect(await readFile(join(folder, file), 'utf8')).toBe(newer);
});
