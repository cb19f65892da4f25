/**
 * Two connections lead to one workspace. A save in doubt is sent again through one, which is removed while that word
 * is carried out. The doubt stays known, and shown under the other: nobody has settled it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: removed after the word was given', false],
  ['removed while it is carried out', true],
])('stays in doubt: %s', async (_name, isMeanwhile) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  const path = join(folder, name);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 20));
  const again = await nextRun(made);
  await again.outbox.handlers.setPaused({ isPaused: true });
  const { goOn, reading } = holdNextReading(again.library);
  const deciding = Promise.resolve(
    again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
  ).catch(() => undefined);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  const remove = () => {
    again.connections.shift();
    // As the wiring does.
    again.outbox.connectionsChanged();
    again.outbox.connectionRemoved('c1');
  };
  if (isMeanwhile) remove();
  goOn();
  await deciding;
  if (!isMeanwhile) remove();
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  expect.soft(await again.items()).toMatchObject([{ connectionId: 'c2' }]);
  expect
    .soft((await again.outbox.handlers.list(undefined)).deliveries)
    .toMatchObject([{ connectionId: 'c2', delivery: 'unknown' }]);
});
