import { describe, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { readPreviewAnswer } from '@shared/service/answers';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import type { TerminalCommand } from './command-line';
import { exitCodes } from './exit-codes';
import { answerTerminal, type TerminalRooms } from './terminal';

const connection = (id: string, label: string) => trialConnection(id, { label });

const evening: ShownShortcut = {
  id: 'evening',
  name: 'Booking, evening',
  connectionId: 'one',
  botId: 'cl_booking',
  to: '+44 7700 900112',
  startGroupId: 'claims 1',
  lastAt: null,
  isNewRecipient: true,
};

type Ends = { outcome: Outcome; message?: string } | { problem: Problem };

/** Rooms with two connections and one shortcut, and what was asked to be sent. */
function rooms(ends: Ends, change: Partial<TerminalRooms> = {}) {
  const asked: object[] = [];
  const made: TerminalRooms = {
    previews: () => ({ revision: 1, history: [], shortcuts: [evening], drafts: {} }),
    connections: () => ({
      list: [connection('one', 'Northwind'), connection('two', 'Fabrikam')],
      currentId: 'two',
    }),
    start(preview) {
      asked.push(preview);
      if ('problem' in ends) throw new ProblemError(ends.problem);
      const { connectionId, botId, to, startGroupId } = preview;
      const input = startGroupId === '' ? { botId, to } : { botId, to, startGroupId };
      return { activityId: 'a', at: '2026-11-21T09:00:00.000Z', connectionId, input, ...ends };
    },
    ...change,
  };
  return { rooms: made, asked };
}

const accepted: Outcome = { kind: 'accepted', status: 200 };
const byName: TerminalCommand = { kind: 'preview', json: false, name: ' booking, EVENING ' };
const byParts: TerminalCommand = {
  ...{ kind: 'preview', json: false, botId: 'cl_other', to: '1', startGroupId: '' },
  connection: undefined,
};

describe('foyer preview', () => {
  it('finds a connection by what is on the screen, though an older Foyer kept more of it', async () => {
    const list = [connection('one', 'Northwind\u200B')];
    const change = { connections: () => ({ list, currentId: 'one' }) };
    const { rooms: made, asked } = rooms({ outcome: accepted }, change);
    await answerTerminal({ ...byParts, connection: 'Northwind' }, made);
    expect(asked).toMatchObject([{ connectionId: 'one' }]);
  });

  it('sends the shortcut of the name, with the command as the person’s word', async () => {
    const { rooms: made, asked } = rooms({ outcome: accepted, message: 'Preview started' });
    const { code, out, err } = await answerTerminal(byName, made);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('The service accepted the preview. (Northwind, to +44 7700 900112)');
    expect(out).toContain('Preview started');
    const { connectionId, botId, to, startGroupId } = evening;
    expect(asked).toEqual([{ connectionId, botId, to, startGroupId }]);
  });

  it('takes the connection in use, or the one that is named', async () => {
    const { rooms: made, asked } = rooms({ outcome: accepted });
    await answerTerminal(byParts, made);
    await answerTerminal({ ...byParts, connection: ' NORTHWIND ' }, made);
    expect(asked).toMatchObject([{ connectionId: 'two' }, { connectionId: 'one' }]);
  });

  it.each<[Outcome, number]>([
    [{ kind: 'rejected', status: 400 }, 1],
    [{ kind: 'tokenRefused', status: 401 }, 1],
    [{ kind: 'redirected', status: 301 }, 1],
    // “See other” is also what is said once it was done.
    [{ kind: 'redirected', status: 302 }, 4],
    [{ kind: 'notSent', reason: 'connectionRefused', detail: '' }, 3],
    [{ kind: 'proxyRefused' }, 3],
    [{ kind: 'unsure', reason: 'connectionClosed', detail: '' }, 4],
    [{ kind: 'serviceFailed', status: 500 }, 4],
    [{ kind: 'acceptedUnreadable', status: 200 }, 4],
  ])('tells %o on standard error and ends with %i', async (outcome, code) => {
    const { rooms: made, asked } = rooms({ outcome });
    const answer = await answerTerminal(byName, made);
    expect(answer).toMatchObject({ code, out: '' });
    expect(answer.err).not.toBe('');
    expect(asked).toHaveLength(1);
  });

  it.each<[Problem, number]>([
    [{ code: 'tokenMissing', label: 'Northwind' }, 5],
    [{ code: 'tokenUnusable', label: 'Northwind' }, 5],
    [{ code: 'keychainLocked' }, 5],
    [{ code: 'intentNotStored' }, 3],
    [{ code: 'alreadyUnderWay' }, 3],
    [{ code: 'recipientBusy' }, 3],
    [{ code: 'invalidFields', fields: [{ field: 'to', reason: 'required' }] }, 2],
  ])('tells %o and ends with %i', async (problem, code) => {
    const answer = await answerTerminal(byName, rooms({ problem }).rooms);
    expect(answer).toMatchObject({ code, out: '' });
    if (code === 2) expect(answer.err).toContain('--to:');
  });

  it.each<[string, TerminalCommand]>([
    ['no preview shortcut named nobody', { ...byName, name: 'nobody' }],
    ['no connection named nobody', { ...byParts, connection: 'nobody' }],
  ])('sends nothing when there is %s', async (reason, command) => {
    const { rooms: made, asked } = rooms({ outcome: accepted });
    const { code, err } = await answerTerminal(command, made);
    expect(code).toBe(2);
    expect(err).toContain(reason);
    expect(asked).toEqual([]);
  });

  it('does not choose between connections of one name, nor without one', async () => {
    const twice = [connection('one', 'Northwind'), connection('two', 'northwind')];
    const several = rooms(
      { outcome: accepted },
      { connections: () => ({ list: twice, currentId: 'one' }) },
    );
    const named = { ...byParts, connection: 'Northwind' } as TerminalCommand;
    expect(await answerTerminal(named, several.rooms)).toMatchObject({ code: 2 });
    const none = rooms(
      { outcome: accepted },
      { connections: () => ({ list: [], currentId: null }) },
    );
    expect(await answerTerminal(byParts, none.rooms)).toMatchObject({ code: 2 });
    expect([...several.asked, ...none.asked]).toEqual([]);
  });

  it('takes out of the service’s words what a terminal would obey', async () => {
    const message = 'red \u001b[31m\u0007\u009b2Jgone\r\nline';
    const { out } = await answerTerminal(byName, rooms({ outcome: accepted, message }).rooms);
    expect(out).toContain('red [31m2Jgone\nline');
  });

  it('gives one object with --json, whatever came of it', async () => {
    const json = { ...byName, json: true } as TerminalCommand;
    const { out } = await answerTerminal(json, rooms({ outcome: accepted }).rooms);
    expect(JSON.parse(out)).toEqual({
      result: 'started',
      exitCode: 0,
      connection: 'Northwind',
      bot: 'cl_booking',
      to: '+44 7700 900112',
      group: 'claims 1',
      outcome: accepted,
      message: null,
    });
    const refused = await answerTerminal(
      json,
      rooms({ problem: { code: 'tokenMissing', label: 'Northwind' } }).rooms,
    );
    expect(refused).toMatchObject({ code: 5, err: '' });
    expect(JSON.parse(refused.out)).toMatchObject({
      result: 'noCredential',
      outcome: null,
      problem: { code: 'tokenMissing' },
    });
  });

  it('lets through what it does not know of', async () => {
    const { rooms: made } = rooms(
      { outcome: accepted },
      {
        start: () => {
          throw new Error('unforeseen');
        },
      },
    );
    await expect(answerTerminal(byName, made)).rejects.toThrow('unforeseen');
  });
});

describe('foyer list', () => {
  it('lists the shortcuts, for people and for programs', async () => {
    const { rooms: made } = rooms({ outcome: accepted });
    expect(await answerTerminal({ kind: 'list', json: false }, made)).toEqual({
      code: 0,
      out: '1  Booking, evening  +44 7700 900112  Northwind  not started yet\n',
      err: '',
    });
    const { out } = await answerTerminal({ kind: 'list', json: true }, made);
    expect(JSON.parse(out)).toEqual([
      {
        number: 1,
        name: 'Booking, evening',
        connection: 'Northwind',
        bot: 'cl_booking',
        to: '+44 7700 900112',
        group: 'claims 1',
        lastSent: null,
      },
    ]);
  });

  it.each([{ kind: 'list', json: false }, byName, byParts] as const)(
    'does not take what can’t be read for none, and sends nothing',
    async (command) => {
      const notRead = () => {
        throw new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
      };
      const { rooms: made, asked } = rooms(
        { outcome: accepted },
        { previews: notRead, connections: notRead },
      );
      const { code, out, err } = await answerTerminal(command, made);
      expect({ code, out }).toEqual({ code: exitCodes.notSent, out: '' });
      expect(err).toContain('Foyer can’t read previews.json right now.');
      expect(asked).toEqual([]);
    },
  );

  it('says that there are none', async () => {
    const { rooms: made } = rooms(
      { outcome: accepted },
      { previews: () => ({ revision: 0, history: [], shortcuts: [], drafts: {} }) },
    );
    const { code, out } = await answerTerminal({ kind: 'list', json: false }, made);
    expect(code).toBe(0);
    expect(out).toContain('No preview shortcuts yet.');
  });
});

/** A preview from the terminal does not leave for want of its token: what the terminal says became of it. */
describe('a preview that does not leave for want of its token', () => {
  const northwind = trialConnection('northwind');

  async function saidOf(problem: Problem): Promise<string> {
    const { err } = await answerTerminal(
      {
        ...{ kind: 'preview', json: false, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
        connection: undefined,
      },
      {
        previews: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        connections: () => ({ list: [northwind], currentId: northwind.id }),
        start: () => Promise.reject(new ProblemError(problem)),
      },
    );
    return err;
  }

  it('the control: where none is stored, that nothing was sent', async () => {
    expect(await saidOf({ code: 'tokenMissing', label: 'Northwind' })).toContain(
      'Nothing was sent.',
    );
  });

  const refusals: Problem[] = [
    { code: 'keychainLocked' },
    { code: 'keychainAbsent', detail: '', isKWallet: false },
    { code: 'keychainFailed', detail: 'Broken.' },
  ];
  it.each(refusals)(
    'where the keychain does not give it, not that something was saved: $code',
    async (problem) => {
      const said = await saidOf(problem);
      expect(said).not.toContain('Everything except the token was saved.');
      expect(said).toContain('Nothing was sent.');
    },
  );
});

/**
 * A service takes a preview and answers `{"message":""}`: it said nothing. `foyer preview` and the window don't say “The
 * service said:” with nothing behind it.
 */
describe('a service that said nothing', () => {
  const connection = trialConnection('northwind');

  async function printed(body: unknown): Promise<string> {
    // As the room makes a run of an answer.
    const answer = readPreviewAnswer(body);
    const { out } = await answerTerminal(
      {
        ...{ kind: 'preview', json: false, botId: 'b', to: '+44 1', startGroupId: '' },
        connection: undefined,
      },
      {
        previews: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        connections: () => ({ list: [connection], currentId: connection.id }),
        start: () => ({
          ...{ activityId: 'a', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
          ...{ input: { botId: 'b', to: '+44 1' }, outcome: { kind: 'accepted', status: 200 } },
          ...answer,
        }),
      },
    );
    return out;
  }

  it('the control: what it said is printed', async () => {
    expect(await printed({ message: 'Queued' })).toMatch(/^The service said: Queued$/mu);
  });

  it.each(['', '  '])('where it said %j, nothing is said to have been said', async (message) => {
    expect(await printed({ message })).not.toContain('The service said');
  });
});
