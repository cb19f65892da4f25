/**
 * A theme is deleted while its save waits for a locked keychain, so that it does not leave. The person takes the deletion
 * back while that is written down: the theme is in the library, and is sent.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function sentAfterUndoing(when: 'afterwards' | 'meanwhile') {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  const id = made.place.themeId;
  await made.library.handlers.rename({ id, name: 'Newer' });
  let unlock = (): void => undefined;
  const locked = new Promise<string | undefined>((open) => {
    unlock = () => {
      open(made.token);
    };
  });
  made.tokenFor = () => locked;
  await made.publish();
  await vi.waitFor(() => expect(made.onces).toHaveLength(2));
  const { entries } = await made.library.handlers.remove({ ids: [id] });
  // The disk takes its time from when the theme was found to be gone.
  let [isGone, isAsked] = [false, false];
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  const whole = made.library.whole;
  vi.spyOn(made.library, 'whole').mockImplementation(async (theme) => {
    try {
      return await whole(theme);
    } catch (error) {
      isGone = true;
      throw error;
    }
  });
  const well = realDisk.open;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
    if (isGone && path.startsWith(join(made.root, 'profile', 'outbox'))) {
      isAsked = true;
      await slow;
    }
    return well(path, ...rest);
  });
  unlock();
  await vi.waitFor(() => expect(isAsked).toBe(true));
  if (when === 'afterwards') {
    goOn();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
  }
  await made.library.handlers.restore({ entries });
  await made.library.handlers.list(undefined);
  goOn();
  await made.settled();
  disk.mockRestore();
  for (let minute = 0; minute < 60; minute += 1) {
    await made.settled();
    made.clock.pass(60_000);
  }
  const { themes } = await made.library.handlers.list(undefined);
  return {
    inLibrary: themes.map(({ name }) => name),
    sent: made.practice.received().length,
    why: (await made.items()).map(({ why }) => why),
  };
}

const expected = { inLibrary: ['Newer'], sent: 2, why: [] };

it('the control: the deletion is taken back afterwards', async () => {
  expect(await sentAfterUndoing('afterwards')).toEqual(expected);
});

it('the deletion is taken back meanwhile', async () => {
  expect(await sentAfterUndoing('meanwhile')).toEqual(expected);
});
