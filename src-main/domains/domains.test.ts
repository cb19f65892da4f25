import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DnsLook } from '@shared/dns';
import { ProblemError } from '@shared/problem-error';
import { domainsSchema, type Domains } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDomains, type SendDomain } from './domains';

const northwind = trialConnection('northwind');
const accepted: Outcome = { kind: 'accepted', status: 200 };
const at = { connectionId: 'northwind' };

const none = { state: 'none' } as const;
const noRecords: DnsLook['records'] = { A: none, AAAA: none, CNAME: none, TXT: none };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function answering(outcome: Outcome, bodyText = '{"customDomain":{"name":"x"}}') {
  const requests: ServiceRequest[] = [];
  const send: SendDomain = (_connection, request, { activityId }) => {
    requests.push(request);
    return Promise.resolve({ activityId, outcome, form: 'json', bodyText });
  };
  return { requests, send };
}

/** As the client does: what has to be written down first is, and what that throws keeps it back. */
const atItsTurn =
  (send: SendDomain): SendDomain =>
  async (connection, request, options) => {
    await options.beforeStart();
    return send(connection, request, options);
  };

function open(
  send: SendDomain,
  connection = () => northwind,
  now = () => new Date().toISOString(),
) {
  return createDomains({
    folder,
    send: atItsTurn(send),
    now,
    connectionById: (id) => (id === 'northwind' ? connection() : undefined),
    warn: () => undefined,
  });
}

async function problemOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

describe('domains', () => {
  it('reviews the name in the form in which it is sent, and sends exactly that', async () => {
    const service = answering(accepted);
    const { handlers } = await open(service.send);
    const review = await handlers.review({ ...at, name: ' https://Bot.BÜCHER.de/start ' });
    expect(review).toMatchObject({
      ascii: 'bot.xn--bcher-kva.de',
      unicode: 'bot.bücher.de',
      kind: 'subdomain',
      request: {
        method: 'POST',
        url: 'https://northwind.example/api/v1/custom-domains',
        body: '{"workspaceId":"w1","name":"bot.xn--bcher-kva.de"}',
      },
    });
    expect(service.requests).toEqual([]);
    const registration = await handlers.create({ reviewId: review.reviewId });
    expect(service.requests).toEqual([review.request]);
    expect(registration).toMatchObject({
      outcome: accepted,
      answer: { form: 'json', body: '{"customDomain":{"name":"x"}}' },
    });
  });

  it('names the field that was refused', async () => {
    const { handlers } = await open(answering(accepted).send);
    expect(await problemOf(() => handlers.review({ ...at, name: '10.0.0.1' }))).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'name', reason: 'notADomain' }],
    });
  });

  it('sends a review once, even when it is asked twice at once', async () => {
    const service = answering(accepted);
    const { handlers } = await open(service.send);
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    const [first, second] = await Promise.all([
      handlers.create({ reviewId }),
      problemOf(() => handlers.create({ reviewId })),
    ]);
    expect(first).toMatchObject({ outcome: accepted });
    expect(second).toEqual({ code: 'alreadyUnderWay' });
    expect(await problemOf(() => handlers.create({ reviewId }))).toEqual({
      code: 'notFound',
      what: 'request',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('is not sure of what breaks unforeseen once it has left, and does not send it twice', async () => {
    let count = 0;
    const { handlers, close } = await open((_connection, _request, { onStart }) => {
      count += 1;
      onStart();
      return Promise.reject(new Error('broken'));
    });
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    const registration = await handlers.create({ reviewId });
    expect(registration.outcome).toEqual({ kind: 'unsure', reason: 'other', detail: '' });
    expect((await handlers.state(at)).registrations).toEqual([registration]);
    expect(await problemOf(() => handlers.create({ reviewId }))).toMatchObject({
      code: 'notFound',
    });
    expect(count).toBe(1);
    await close();
  });

  it('tells of what breaks unforeseen before it leaves, and lists no registration', async () => {
    const { handlers } = await open(() => Promise.reject(new Error('broken')));
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    await expect(handlers.create({ reviewId })).rejects.toThrow('broken');
    expect((await handlers.state(at)).registrations).toEqual([]);
  });

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
      folder,
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
    await writeFile(join(folder, 'domains.json'), JSON.stringify(stored));
    const connectionById = (id: string) => ({ ...northwind, id });
    const options = {
      folder,
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

  it('sends the newest review alone', async () => {
    const service = answering(accepted);
    const { handlers } = await open(service.send);
    const older = await handlers.review({ ...at, name: 'one.example.com' });
    await handlers.review({ ...at, name: 'two.example.com' });
    expect(await problemOf(() => handlers.create({ reviewId: older.reviewId }))).toMatchObject({
      code: 'notFound',
    });
    expect(service.requests).toEqual([]);
  });

  it('sends nothing when the connection was edited after the review', async () => {
    const service = answering(accepted);
    let connection = northwind;
    const { handlers } = await open(service.send, () => connection);
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    connection = { ...northwind, workspaceId: 'w2' };
    expect(await problemOf(() => handlers.create({ reviewId }))).toMatchObject({
      code: 'notFound',
    });
    expect(service.requests).toEqual([]);
  });

  it('may be sent again when nothing left the first time', async () => {
    const service = answering(accepted);
    let isMissing = true;
    const { handlers } = await open((...sent) => {
      if (isMissing) throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
      return service.send(...sent);
    });
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    expect(await problemOf(() => handlers.create({ reviewId }))).toMatchObject({
      code: 'tokenMissing',
    });
    expect((await handlers.state(at)).registrations).toEqual([]);
    isMissing = false;
    await handlers.create({ reviewId });
    expect(service.requests).toHaveLength(1);
  });

  it.each<[Outcome, boolean]>([
    [{ kind: 'rejected', status: 409 }, true],
    [{ kind: 'serviceFailed', status: 500 }, true],
    [{ kind: 'unsure', reason: 'otherSuccess', status: 201, detail: '' }, true],
    [{ kind: 'notSent', reason: 'offline', detail: '' }, false],
    [{ kind: 'unsure', reason: 'connectionClosed', detail: '' }, false],
    [{ kind: 'proxyRefused' }, false],
  ])('keeps what came of it: %j', async (outcome, hasAnswer) => {
    const { handlers } = await open(answering(outcome, 'said').send);
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    const registration = await handlers.create({ reviewId });
    expect(registration.outcome).toEqual(outcome);
    expect(registration.answer !== undefined).toBe(hasAnswer);
  });

  it('keeps drafts and registrations over a restart, per connection', async () => {
    const told: Domains[] = [];
    const before = await open(answering(accepted).send);
    before.onChange((domains) => told.push(domains));
    const { reviewId } = await before.handlers.review({ ...at, name: 'Example.com' });
    await before.handlers.create({ reviewId });
    // What was sent is what was typed, saved or not.
    expect((await (await open(answering(accepted).send)).handlers.state(at)).draft).toBe(
      'Example.com',
    );
    await before.handlers.saveDraft({ ...at, name: 'half.exam' });
    expect(() => domainsSchema.array().parse(told)).not.toThrow();
    const after = await open(answering(accepted).send);
    expect(await after.handlers.state(at)).toMatchObject({
      draft: 'half.exam',
      registrations: [{ input: { name: 'example.com' }, outcome: accepted }],
    });
  });

  it('says after a restart that what was under way is not known', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    let finish: () => void = () => undefined;
    const before = await open((_connection, _request, { activityId }) => {
      arrived();
      return new Promise((resolve) => {
        finish = () => resolve({ activityId, outcome: accepted, form: 'json', bodyText: '' });
      });
    });
    const { reviewId } = await before.handlers.review({ ...at, name: 'example.com' });
    const created = before.handlers.create({ reviewId });
    await arrival;
    expect(await readFile(join(folder, 'domains.json'), 'utf8')).toContain('"outcome": null');
    const after = await open(answering(accepted).send);
    expect((await after.handlers.state(at)).registrations).toMatchObject([
      { outcome: { kind: 'unsure', reason: 'interrupted' } },
    ]);
    finish();
    await created;
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
        folder,
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

  it('knows no connection by another id', async () => {
    const { handlers } = await open(answering(accepted).send);
    const problem = { code: 'notFound', what: 'connection' };
    const other = { connectionId: '__proto__' };
    expect(await problemOf(() => handlers.state(other))).toEqual(problem);
    expect(await problemOf(() => handlers.saveDraft({ ...other, name: '' }))).toEqual(problem);
    expect(await problemOf(() => handlers.review({ ...other, name: 'a.com' }))).toEqual(problem);
  });
});

describe('two connections to one workspace', () => {
  it('both show what came of a registration, and register a name once at a time', async () => {
    const twin = { ...northwind, id: 'twin' };
    let known: (typeof twin)[] = [northwind, twin];
    let sent = 0;
    let end: () => void = () => undefined;
    const room = await createDomains({
      folder,
      send: atItsTurn((_connection, _request, { activityId, onStart }) => {
        sent += 1;
        onStart();
        return new Promise((done) => {
          end = () => done({ activityId, outcome: accepted, form: 'json', bodyText: '{}' });
        });
      }),
      connectionById: (id) => known.find((one) => one.id === id),
      warn: () => undefined,
    });
    const shown: (Outcome | null | undefined)[] = [];
    room.onChange(({ connectionId, registrations }) => {
      if (connectionId === 'twin') shown.push(registrations[0]?.outcome);
    });
    await room.handlers.state({ connectionId: 'twin' });
    const one = await room.handlers.review({ ...at, name: 'chat.northwind.com' });
    const other = await room.handlers.review({ connectionId: 'twin', name: 'chat.northwind.com' });
    const creating = room.handlers.create(one);
    await expect.poll(() => sent).toBe(1);
    expect(await problemOf(() => room.handlers.create(other))).toEqual({ code: 'alreadyUnderWay' });
    await expect.poll(() => shown.at(-1)).toBeNull();
    known = [twin];
    end();
    await creating;
    expect(shown.at(-1)).toEqual(accepted);
    expect(sent).toBe(1);
    await room.close();
  });
});

describe('a registration that stands behind another request', () => {
  it('is not said to be sent before it has left', async () => {
    let leave: (() => void) | undefined;
    let end: () => void = () => undefined;
    const shown: (boolean | undefined)[] = [];
    const room = await open((_connection, _request, { activityId, onStart }) => {
      leave = onStart;
      return new Promise((done) => {
        end = () => done({ activityId, outcome: accepted, form: 'json', bodyText: '{}' });
      });
    });
    room.onChange(({ registrations }) => shown.push(registrations[0]?.isInLine));
    const { reviewId } = await room.handlers.review({ ...at, name: 'chat.northwind.com' });
    const sending = room.handlers.create({ reviewId });
    await expect.poll(() => leave).toBeDefined();
    expect(shown.at(-1)).toBe(true);
    leave?.();
    await expect.poll(() => shown.at(-1)).toBeUndefined();
    end();
    await sending;
    await room.close();
  });

  it('is said to be sent when it left, and not when the button was pressed', async () => {
    const [pressed, left, answered] = ['03:04', '03:05', '03:06'].map(
      (time) => `2026-01-02T${time}:00.000Z`,
    );
    let clock = pressed ?? '';
    const shown: (string | undefined)[] = [];
    const room = await open(
      async (_connection, _request, { activityId, onStart }) => {
        clock = left ?? '';
        onStart();
        clock = answered ?? '';
        await expect.poll(() => shown.at(-1)).toBe(left);
        return { activityId, outcome: accepted, form: 'json', bodyText: '{}' };
      },
      () => northwind,
      () => clock,
    );
    room.onChange(({ registrations }) => shown.push(registrations[0]?.at));
    const { reviewId } = await room.handlers.review({ ...at, name: 'chat.northwind.com' });
    expect((await room.handlers.create({ reviewId })).at).toBe(left);
    expect(shown[0]).toBe(pressed);
    expect((await room.handlers.state(at)).registrations[0]?.at).toBe(left);
    await room.close();
  });
});
