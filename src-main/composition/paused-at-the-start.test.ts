/** Publishing was paused when Foyer ended, and nothing waits. Foyer starts again, in the tray: what that says. */
import { expect, it, vi } from 'vitest';
import type { createLauncherRoom } from '../app/app';
import { nextRun } from '../outbox/testing/next-run';
import { outboxFixture } from '../outbox/testing/fixture-outbox';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms } from './rooms';

type LauncherRoomOptions = Parameters<typeof createLauncherRoom>[0];
const { made } = vi.hoisted(() => ({ made: [] as LauncherRoomOptions[] }));
vi.mock('electron', () => ({ app: { getAppPath: () => '/' } }));
vi.mock('../app/app', () => ({
  createLoginStart: () => undefined,
  createLauncherRoom: (options: LauncherRoomOptions) => {
    made.push(options);
    return { update: () => undefined };
  },
}));

/** What the tray knows in the next run, once that has read its outbox, which was paused; with so many themes in it. */
async function trayAfterRestart(waiting: number) {
  const first = await outboxFixture();
  await first.outbox.handlers.setPaused({ isPaused: true });
  if (waiting > 0) await first.publish();
  await first.settled();
  await first.outbox.close(0);
  // As `wiring.ts` does.
  let launcher: ReturnType<typeof createLauncher> | undefined;
  const second = await nextRun(first, {
    before(run) {
      launcher = createLauncher(
        {} as Foundation,
        { outbox: run.outbox } as unknown as Rooms,
        vi.fn(),
        { show: () => undefined, ask: () => undefined, isInSight: () => false },
      );
      run.onSnapshot((snapshot) => launcher?.outboxChanged(snapshot));
    },
  });
  await second.settled();
  second.clock.pass(60_000);
  await second.settled();
  expect(await second.outbox.handlers.list(undefined)).toMatchObject({ isPaused: true });
  // What its menu is made of (`tray-menu.ts`).
  const { isPaused, waiting: count } = made.at(-1)?.outbox ?? {};
  return { isPaused: isPaused?.(), count: count?.() };
}

it('the control: with a theme that waits, that publishing is paused', async () => {
  expect(await trayAfterRestart(1)).toEqual({ isPaused: true, count: 1 });
});

it('with nothing that waits, that publishing is paused as well', async () => {
  // Else it says “Nothing waiting to publish”, and the box at “Pause publishing” is not checked.
  expect(await trayAfterRestart(0)).toEqual({ isPaused: true, count: 0 });
});
