/**
 * Foyer starts, and its rooms are still loaded. A file that is opened meanwhile holds up a person's quit, and not one by
 * a signal (the end of a session, `kill`), which decision 0023 has end at once.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdEarlyQuit } from './early-quit';

const { app, hasQuit } = vi.hoisted(() => {
  const hasQuit = { yes: false };
  const listeners: ((event: { preventDefault(): void }) => void)[] = [];
  const app = {
    on: (_event: string, listener: (typeof listeners)[number]) => void listeners.push(listener),
    off: (_event: string, listener: (typeof listeners)[number]) =>
      void listeners.splice(listeners.indexOf(listener), 1),
    whenReady: () => Promise.resolve(),
    quit() {
      let isPrevented = false;
      for (const listener of listeners) listener({ preventDefault: () => (isPrevented = true) });
      hasQuit.yes = !isPrevented;
    },
  };
  return { app, hasQuit };
});
vi.mock('electron', () => ({ app }));
vi.mock('./single-instance', () => ({ refuseOtherStarts: () => undefined }));

/** Foyer while it starts; where a file waits, that was opened by another start. */
async function starting(isWaiting: boolean): Promise<void> {
  hasQuit.yes = false;
  const end = holdEarlyQuit({ isWaiting }, false);
  const others = process.listeners('SIGTERM');
  onTestFinished(() => {
    end();
    expect(process.listeners('SIGTERM')).toEqual(others);
  });
  await app.whenReady();
}

it('a person’s quit is held up by what waits, and by nothing else', async () => {
  await starting(true);
  app.quit();
  expect(hasQuit.yes).toBe(false);
});

it('a person’s quit goes on where nothing waits', async () => {
  await starting(false);
  app.quit();
  expect(hasQuit.yes).toBe(true);
});

it('a signal is held up by nothing, and is Foyer’s no more once the shell decides', async () => {
  const before = new Set(process.listeners('SIGTERM'));
  await starting(true);
  const added = process.listeners('SIGTERM').filter((listener) => !before.has(listener));
  expect(added).toHaveLength(1);
  process.emit('SIGTERM');
  expect(hasQuit.yes).toBe(true);
});
