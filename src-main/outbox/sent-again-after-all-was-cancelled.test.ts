/**
 * A person has a save in doubt sent again, and while that word is carried out (its theme is being read from a slow
 * disk) cancels everything: "Nothing waiting will be published", also what is not written down yet.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

async function inDoubt() {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
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
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  return { made, again };
}

it('the control: publishing that is cancelled while its theme is read does not leave', async () => {
  const made = await outboxFixture();
  const { goOn, reading } = holdNextReading(made.library);
  const publishing = made.publish();
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await made.outbox.handlers.cancel({});
  goOn();
  await publishing;
  await made.drained();
  expect(made.practice.received()).toHaveLength(0);
});

it('is not sent', async () => {
  const { made, again } = await inDoubt();
  const { goOn, reading } = holdNextReading(again.library);
  const deciding = Promise.resolve(
    again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
  ).catch(() => undefined);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await again.outbox.handlers.cancel({});
  goOn();
  await deciding;
  await again.drained();
  expect(made.practice.state().templates).toHaveLength(1);
  expect(made.practice.received()).toHaveLength(1);
});
