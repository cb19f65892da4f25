/** One save in doubt, and two connections that lead to the workspace it went to. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: readable', true],
  ['unreadable', false],
])('is one thing to decide: %s', async (_name, isReadable) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  if (!isReadable) {
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    const path = join(folder, name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
  }
  const twin = { ...made.connection, id: 'c2', label: 'Northwind, too' };
  const again = await outboxFixture({ root: made.root, connections: [made.connection, twin] });
  expect(await again.items()).toMatchObject([{ connectionId: 'c1', twins: ['c2'] }]);
});
