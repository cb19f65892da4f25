/** What is kept of what was registered: by the workspace, and beside each name. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DnsLook } from '@shared/dns';
import type { DomainRegistration, Domains } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { publicationKey } from '@shared/theme/theme';
import { createDomains } from './domains';
import { keptRegistrations } from './kept-registrations';
import {
  accepted,
  answering,
  at,
  northwind,
  problemOf,
  trialDomains,
} from './testing/trial-domains';

const { open, folder } = trialDomains();
const none = { state: 'none' } as const;
const noRecords: DnsLook['records'] = { A: none, AAAA: none, CNAME: none, TXT: none };

describe('domains', () => {
  it('shows no registration of the workspace to which the connection led before', async () => {
    let connection = northwind;
    const { handlers } = await open(answering(accepted).send, () => connection);
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    await handlers.create({ reviewId });
    for (const edit of [{ workspaceId: 'w2' }, { baseAddress: 'https://other.example/api/v1' }]) {
      connection = { ...northwind, ...edit };
      expect((await handlers.state(at)).registrations).toEqual([]);
      expect(await problemOf(() => handlers.checkDns({ ...at, name: 'example.com' }))).toEqual({
        code: 'notFound',
        what: 'domain',
      });
    }
    connection = northwind;
    expect((await handlers.state(at)).registrations).toHaveLength(1);
  });

  it('keeps a registered domain with its note, however many tries are refused after it', async () => {
    let outcome: Outcome = accepted;
    const { handlers } = await open((_connection, _request, { activityId }) =>
      Promise.resolve({ activityId, outcome, form: 'json', bodyText: '{}' }),
    );
    const register = async (name: string): Promise<void> => {
      const { reviewId } = await handlers.review({ ...at, name });
      await handlers.create({ reviewId });
    };
    await register('kept.example.com');
    await handlers.setNote({ ...at, name: 'kept.example.com', note: 'Paid until March' });
    outcome = { kind: 'unsure', reason: 'connectionClosed', detail: '' };
    await register('unsure.example.com');
    outcome = { kind: 'rejected', status: 400 };
    await register('noted.example.com');
    await handlers.setNote({ ...at, name: 'noted.example.com', note: 'Ask again in May' });
    for (let count = 0; count < 103; count += 1) await register('again.example.com');
    const { registrations, notes } = await handlers.state(at);
    const names = registrations.map(({ input }) => input.name);
    expect(names.slice(-3)).toEqual([
      'noted.example.com',
      'unsure.example.com',
      'kept.example.com',
    ]);
    expect(notes['kept.example.com']).toBe('Paid until March');
    // What registered nothing, and has no note, goes in the end.
    expect(names).toHaveLength(103);
  });

  it('has its domains, notes and looks when a connection is removed and the same workspace entered anew', async () => {
    const lookUp = () => Promise.resolve(noRecords);
    const room = await createDomains({
      folder: folder(),
      send: answering(accepted).send,
      connectionById: (id) => ({ ...northwind, id }),
      warn: () => undefined,
      lookUp,
    });
    const { reviewId } = await room.handlers.review({ ...at, name: 'example.com' });
    await room.handlers.create({ reviewId });
    await room.handlers.setNote({ ...at, name: 'example.com', note: 'Paid until March' });
    await room.handlers.checkDns({ ...at, name: 'example.com' });
    const anew = { connectionId: 'entered-anew' };
    expect(await room.handlers.state(anew)).toMatchObject({
      registrations: [{ input: { name: 'example.com' } }],
      notes: { 'example.com': 'Paid until March' },
      checks: { 'example.com': { now: { records: noRecords } } },
    });
    await room.handlers.setNote({ ...anew, name: 'example.com', note: 'Paid until May' });
    expect((await room.handlers.state(at)).notes).toEqual({ 'example.com': 'Paid until May' });
  });

  it('has what an older Foyer kept by the connection, with its place and without', async () => {
    const older = {
      activityId: 'b',
      at: '2026-01-02',
      connectionId: 'northwind',
      outcome: accepted,
    };
    const place = publicationKey(northwind);
    const kept = {
      draft: 'half.exam',
      registrations: [
        { ...older, input: { name: 'placed.example' }, place },
        { ...older, activityId: 'a', input: { name: 'older.example' } },
      ],
      checks: {},
      notes: { 'placed.example': 'One', 'older.example': 'Two' },
    };
    const stored = { format: 1, connections: { northwind: kept } };
    await writeFile(join(folder(), 'domains.json'), JSON.stringify(stored));
    const connectionById = (id: string) => ({ ...northwind, id });
    const options = {
      folder: folder(),
      send: answering(accepted).send,
      connectionById,
      warn: () => undefined,
    };
    const { handlers } = await createDomains(options);
    const anew = { connectionId: 'entered-anew' };
    const names = (domains: Domains) => domains.registrations.map(({ input }) => input.name);
    expect(names(await handlers.state(at))).toEqual(['placed.example', 'older.example']);
    expect(await handlers.state(at)).toMatchObject({ draft: 'half.exam', notes: kept.notes });
    expect(names(await handlers.state(anew))).toEqual(['placed.example']);
    expect((await handlers.state(anew)).notes).toEqual({ 'placed.example': 'One' });
    await handlers.setNote({ ...at, name: 'older.example', note: '' });
    const after = await (await createDomains(options)).handlers.state(at);
    expect(names(after)).toEqual(['placed.example', 'older.example']);
    expect(after.notes).toEqual({ 'placed.example': 'One' });
  });

  describe('what is kept beside a name', () => {
    const pointing = (value: string): DnsLook['records'] => ({
      A: { state: 'found', values: [value] },
      AAAA: none,
      CNAME: none,
      TXT: none,
    });
    const failed = { state: 'failed', reason: 'noAnswer' } as const;
    const away: DnsLook['records'] = { A: failed, AAAA: failed, CNAME: failed, TXT: failed };
    const name = 'bot.example.com';

    async function registered(looks: DnsLook['records'][]) {
      const room = await createDomains({
        folder: folder(),
        send: answering(accepted).send,
        connectionById: () => northwind,
        warn: () => undefined,
        lookUp: () => Promise.resolve(looks.shift() ?? away),
      });
      const { reviewId } = await room.handlers.review({ ...at, name });
      await room.handlers.create({ reviewId });
      return room;
    }

    it('is the newest look beside the last one that found something out', async () => {
      const { handlers } = await registered([pointing('192.0.2.1'), away, pointing('192.0.2.2')]);
      const first = await handlers.checkDns({ ...at, name });
      expect(first).toMatchObject({ now: { records: pointing('192.0.2.1') } });
      expect(first.before).toBeUndefined();
      const second = await handlers.checkDns({ ...at, name });
      expect(second).toMatchObject({ now: { records: away }, before: first.now });
      const third = await handlers.checkDns({ ...at, name });
      expect(third).toMatchObject({ now: { records: pointing('192.0.2.2') }, before: first.now });

      const again = await open(answering(accepted).send);
      expect((await again.handlers.state(at)).checks[name]).toEqual(third);
    });

    it('is a note, which survives a restart and can be taken away', async () => {
      const { handlers } = await registered([]);
      await handlers.setNote({ ...at, name, note: 'CNAME to edge.example' });
      const again = await open(answering(accepted).send);
      expect((await again.handlers.state(at)).notes).toEqual({ [name]: 'CNAME to edge.example' });
      await again.handlers.setNote({ ...at, name, note: '' });
      expect((await again.handlers.state(at)).notes).toEqual({});
    });

    it('is a note that is written before the room is closed', async () => {
      const { handlers, close } = await registered([]);
      const setting = handlers.setNote({ ...at, name, note: 'CNAME to edge.example' });
      await close();
      const again = await open(answering(accepted).send);
      expect((await again.handlers.state(at)).notes).toEqual({ [name]: 'CNAME to edge.example' });
      await setting;
    });

    it('is nothing for a name that was not registered from here', async () => {
      const { handlers } = await registered([]);
      const problem = { code: 'notFound', what: 'domain' };
      const other = { ...at, name: 'other.example.com' };
      expect(await problemOf(() => handlers.checkDns(other))).toEqual(problem);
      expect(await problemOf(() => handlers.setNote({ ...other, note: 'x' }))).toEqual(problem);
    });
  });
});

/** A 408 leaves open whether the service acted: what may be registered stays in the list. */
describe('an answer that is late', () => {
  const one = (name: string, outcome: Outcome): DomainRegistration => ({
    activityId: name,
    at: '2026-11-22T10:00:00.000Z',
    connectionId: 'c',
    input: { name },
    outcome,
  });
  const refused = Array.from({ length: 100 }, (_, index) =>
    one(`no${String(index)}.example.com`, { kind: 'rejected', status: 400 }),
  );

  it.each<[string, Outcome]>([
    ['the control: a 303', { kind: 'redirected', status: 303 }],
    ['a 408', { kind: 'rejected', status: 408 }],
  ])('%s is kept, however many refused ones came after it', (_name, outcome) => {
    const kept = keptRegistrations([...refused, one('late.example.com', outcome)], {});
    expect(kept.map(({ input }) => input.name)).toContain('late.example.com');
  });
});
