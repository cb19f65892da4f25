/** A window that is closed before its call is answered: the answer is told to whoever passes it on. */
import type { Answer } from '@shared/problem';
import { expect, it, vi } from 'vitest';
import { createWindows } from './windows';

type Door = (event: unknown, name: unknown, input: unknown) => Promise<unknown>;
const { doors } = vi.hoisted(() => ({ doors: [] as Door[] }));
vi.mock('electron', () => ({
  app: {},
  ipcMain: { handle: (_channel: string, door: Door) => doors.push(door) },
  session: {},
}));

const refused: Answer<unknown> = { ok: false, problem: { code: 'keychainLocked' } };

/** Calls from a window; it is closed or stays while main answers. What nobody heard. */
async function unheardOf(isClosed: boolean, calls?: ReadonlySet<unknown>): Promise<unknown[]> {
  const unheard: unknown[] = [];
  const windows = createWindows({
    mainFolder: '/',
    developmentServer: undefined,
    log: { warn: () => undefined, error: () => undefined },
  });
  let isDestroyed = false;
  const window = {
    ...{ on: () => undefined, isDestroyed: () => isDestroyed },
    webContents: { id: 1, mainFrame: {} },
  };
  windows.add(window as unknown as Parameters<typeof windows.add>[0], calls);
  windows.serve({
    async answer() {
      isDestroyed = isClosed;
      return refused;
    },
    unheard: (...told) => unheard.push(told),
    picture: async () => undefined,
  });
  const sender = { id: 1, isDestroyed: () => isDestroyed };
  expect(await doors.at(-1)?.({ sender, senderFrame: null }, 'billing.send', {})).toBe(refused);
  return unheard;
}

it('the control: a page that is there hears it itself', async () => {
  expect(await unheardOf(false)).toEqual([]);
});

it.each([
  ['the main window', undefined, true],
  ['the launcher', new Set(['billing.send']), false],
])('it is passed on where the page is gone: %s', async (_name, calls, isOfMain) => {
  expect(await unheardOf(true, calls)).toEqual([['billing.send', refused, isOfMain]]);
});
