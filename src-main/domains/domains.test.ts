import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { domainsSchema, type Domains } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { describe, expect, it } from 'vitest';
import { createDomains } from './domains';
import {
  accepted,
  answering,
  at,
  atItsTurn,
  northwind,
  problemOf,
  trialDomains,
} from './testing/trial-domains';

const { open, folder } = trialDomains();

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
      code: 'connectionChanged',
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

  it.each<[Outcome, string | null]>([
    [{ kind: 'rejected', status: 409 }, 'said'],
    [{ kind: 'serviceFailed', status: 500 }, 'said'],
    [{ kind: 'unsure', reason: 'otherSuccess', status: 201, detail: '' }, ''],
    [{ kind: 'unsure', reason: 'timeLimit', status: 200, detail: '' }, null],
    [{ kind: 'notSent', reason: 'offline', detail: '' }, null],
    [{ kind: 'unsure', reason: 'connectionClosed', detail: '' }, null],
    [{ kind: 'proxyRefused' }, null],
  ])('keeps what came of it: %j', async (outcome, answer) => {
    const { handlers } = await open(answering(outcome, answer).send);
    const { reviewId } = await handlers.review({ ...at, name: 'example.com' });
    const registration = await handlers.create({ reviewId });
    expect(registration.outcome).toEqual(outcome);
    expect(registration.answer?.body ?? null).toBe(answer);
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
    expect(await readFile(join(folder(), 'domains.json'), 'utf8')).toContain('"outcome": null');
    const after = await open(answering(accepted).send);
    expect((await after.handlers.state(at)).registrations).toMatchObject([
      { outcome: { kind: 'unsure', reason: 'interrupted' } },
    ]);
    finish();
    await created;
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
      folder: folder(),
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
