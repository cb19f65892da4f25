/**
 * `outbox.json` can't be read for now. A person resumes the outbox all the same, and pauses it again: that "holds at
 * once", however slowly the disk refuses the document once more.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { StateFile } from './state-file';

it.each([
  ['the control: the disk is quick', false],
  ['the disk is slow', true],
])('nothing leaves after it: %s', async (_name, isSlow) => {
  const read = vi.spyOn(StateFile.prototype, 'read').mockResolvedValue('unknown');
  try {
    const made = await outboxFixture();
    expect((await made.outbox.handlers.list(undefined)).isPaused).toBe(true);
    await made.outbox.handlers.setPaused({ isPaused: false });
    expect((await made.outbox.handlers.list(undefined)).isPaused).toBe(false);
    let goOn = (): void => undefined;
    if (isSlow) {
      const slow = new Promise<'unknown'>((resolve) => {
        goOn = () => {
          resolve('unknown');
        };
      });
      read.mockImplementationOnce(() => slow);
    }
    const pausing = Promise.resolve(made.outbox.handlers.setPaused({ isPaused: true }));
    if (isSlow) await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2);
    else await pausing;
    await made.publish();
    await made.settled();
    expect.soft(made.practice.received()).toHaveLength(0);
    goOn();
    await pausing;
  } finally {
    read.mockRestore();
  }
});
