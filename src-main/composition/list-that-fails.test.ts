/** A command of the terminal meets what nobody foresaw: only of a preview it is said that it may have been sent. */
import { expect, it, vi } from 'vitest';
import type { TerminalCommand } from '../app/app';
import type { Foundation } from './foundation';
import { createRequests } from './requests';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';

vi.mock('electron', () => ({ app: {} }));
vi.mock('../app/app', async () => ({
  ...(await import('../app/terminal/exit-codes')),
  ...(await import('../app/terminal/terminal')),
  ...(await import('../app/terminal/unanswered')),
}));

/** How a command ends whose shortcuts are not to be had. */
function answered(command: TerminalCommand) {
  const previews = {
    snapshot() {
      throw new Error('unforeseen');
    },
  };
  const connections = { read: () => ({ revision: 1, list: [], currentId: null }) };
  const requests = createRequests(
    { log: { error: () => undefined } } as unknown as Foundation,
    { connections, previews } as unknown as Rooms & StoredRooms,
    {} as Shell,
    { isInFront: async () => true },
  );
  return requests.answer(command);
}

it('the control: a preview', async () => {
  const { code, err } = await answered({ kind: 'preview', json: false, name: 'Booking' });
  expect(code).toBe(4);
  expect(err).toContain('may or may not have been sent');
});

it('a list', async () => {
  const { code, err } = await answered({ kind: 'list', json: false });
  expect(err).toContain('Nothing was sent');
  expect(code).toBe(3);
});
