import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TerminalAnswer, TerminalCommand } from '../app/app';
import { connectionsFixture } from '../connections/testing/fixture-connections';
import { createPreviews } from '../previews/previews';
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
/** A command of the terminal meets what nobody foresaw: only of a preview it is said that it may have been sent. */
describe('a command that meets what nobody foresaw', () => {
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
});

/**
 * `foyer preview` through the practice connection, whose service gets another port because its own is taken, while the
 * disk is full: the connection's new address can't be kept, and nothing is sent. The guide: the exit code 3 says “not
 * sent”, and 4 “unknown whether it arrived: check the phone before another start”.
 */
describe('a preview through a practice connection that the disk refuses', () => {
  /** From now on nothing can be written. */
  async function fillDisk(): Promise<void> {
    const { realDisk } = await import('../storage/disk');
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const writes = vi.spyOn(realDisk, 'open').mockRejectedValue(full);
    onTestFinished(() => writes.mockRestore());
  }

  async function answered(isFull: boolean): Promise<{ answer: TerminalAnswer; sent: number }> {
    let port = 4001;
    const { connections, folder } = await connectionsFixture(undefined, {
      startPractice() {
        const baseAddress = `http://127.0.0.1:${String(port)}/api/v1`;
        return Promise.resolve({
          baseAddress,
          workspaceId: 'practice-workspace',
          token: 'practise',
        });
      },
    });
    const { id: connectionId } = await connections.handlers.practise(undefined);
    let sent = 0;
    const previews = await createPreviews({
      ...{ folder, warn: () => undefined },
      async send(_connection, _request, { activityId, beforeStart, onStart }) {
        await beforeStart();
        onStart();
        sent += 1;
        const outcome = { kind: 'accepted', status: 200 } as const;
        return { activityId, outcome, body: { message: 'Preview started' } };
      },
      connectionById: (id) => connections.byId(id),
      connectionAt: () => undefined,
    });
    const form = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
    await previews.handlers.addShortcut({ name: 'Booking', connectionId, ...form });
    port = 4002;
    if (isFull) await fillDisk();
    const proxy = { mayAskAgain: () => undefined };
    const requests = createRequests(
      { log: { error: () => undefined } } as unknown as Foundation,
      { connections, previews, proxy } as unknown as Rooms & StoredRooms,
      {} as Shell,
      { isInFront: async () => true },
    );
    const answer = await requests.answer({ kind: 'preview', json: false, name: 'Booking' });
    await previews.close();
    return { answer, sent };
  }

  it('the control: a disk that takes it', async () => {
    const { answer, sent } = await answered(false);
    expect({ code: answer.code, sent }).toEqual({ code: 0, sent: 1 });
  });

  it('a full disk: that it was not sent', async () => {
    const { answer, sent } = await answered(true);
    expect(sent).toBe(0);
    expect(answer.err).not.toContain('may or may not have been sent');
    expect(answer.code).toBe(3);
  });
});
