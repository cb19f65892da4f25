/** Foyer is killed right after a person has a doubt sent again whose file can't be read. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ItemFiles } from './item-files';
import { outboxFixture } from './testing/fixture-outbox';
import { cutItemShort, nextRun } from './testing/next-run';

it.each([
  ['before its disk has anything new', false],
  ['once its disk has something new', true],
])('the doubt is there at the next start: killed %s', async (_name, isWritten) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await cutItemShort(made);
  const again = await nextRun(made);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

  const { write } = ItemFiles.prototype;
  let kill = (): void => undefined;
  const isKilled = new Promise<void>((resolve) => (kill = resolve));
  let end = (): void => undefined;
  const neverWritten = new Promise<void>((_written, refuse) => {
    end = () => {
      refuse(new Error('killed'));
    };
  });
  // Its rooms wait at the end of the test for what a person asked for.
  onTestFinished(() => {
    end();
  });
  const writing = vi.spyOn(ItemFiles.prototype, 'write');
  writing.mockImplementation(async function (this: ItemFiles, item) {
    if (isWritten) await write.call(this, item);
    kill();
    await neverWritten;
  });
  const deciding = again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  Promise.resolve(deciding).catch(() => undefined);
  await isKilled;
  writing.mockRestore();

  const third = await nextRun(made);
  expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
});
