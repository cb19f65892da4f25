/** A registration that stands in line: what is typed meanwhile, and what is told of one that does not leave. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { Domains } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { createDomains, type DomainsRoom, type SendDomain } from './domains';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const accepted: Outcome = { kind: 'accepted', status: 200 };

/** A note is typed beside a name whose registration is listed, and still stands in line. */
describe('a note that is typed meanwhile', () => {
  const name = 'first.example.com';

  /** A registration that waits for its turn, behind a preview that a slow service has not answered. */
  async function inLine(): Promise<{ room: DomainsRoom; leave: () => Promise<void> }> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let isItsTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
    const send: SendDomain = async (
      _connection,
      _request,
      { activityId, beforeStart, onStart },
    ) => {
      await turn;
      await beforeStart();
      onStart();
      return { activityId, outcome: accepted, form: 'json', bodyText: '{}' };
    };
    const room = await createDomains({
      ...{ folder, send, warn: () => undefined },
      connectionById: (id) => (id === connection.id ? connection : undefined),
    });
    const { reviewId } = await room.handlers.review({ ...at, name });
    const sent = Promise.resolve(room.handlers.create({ reviewId }));
    // The screen that is opened now shows it, with the field for its note.
    const { registrations } = await room.handlers.state(at);
    expect(registrations).toMatchObject([{ input: { name }, isInLine: true }]);
    return {
      room,
      async leave() {
        isItsTurn();
        await sent;
      },
    };
  }

  it('the control: it stays, typed once the registration has left', async () => {
    const { room, leave } = await inLine();
    await leave();
    await room.handlers.setNote({ ...at, name, note: 'For the launch' });
    expect((await room.handlers.state(at)).notes).toEqual({ [name]: 'For the launch' });
    await room.close();
  });

  it('it stays, typed while the registration stands in line', async () => {
    const { room, leave } = await inLine();
    const noted = Promise.resolve()
      .then(() => room.handlers.setNote({ ...at, name, note: 'For the launch' }))
      .catch((error: unknown) => error);
    await leave();
    const refusal = await noted;
    const { notes } = await room.handlers.state(at);
    await room.close();
    expect({ refusal, notes }).toEqual({ refusal: undefined, notes: { [name]: 'For the launch' } });
  });
});

/** What is typed while a registration stands in line. */
describe('the next name, typed meanwhile', () => {
  it('stays in the form when the registration leaves', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let isItsTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
    let isHandedOver = false;
    const send: SendDomain = async (
      _connection,
      _request,
      { activityId, beforeStart, onStart },
    ) => {
      isHandedOver = true;
      await turn;
      await beforeStart();
      onStart();
      return { activityId, outcome: accepted, form: 'json', bodyText: '{}' };
    };
    const room = await createDomains({
      ...{ folder, send, warn: () => undefined },
      connectionById: (id) => (id === connection.id ? connection : undefined),
    });
    await room.handlers.saveDraft({ ...at, name: 'first.example.com' });
    const { reviewId } = await room.handlers.review({ ...at, name: 'first.example.com' });
    const sent = Promise.resolve(room.handlers.create({ reviewId }));
    await expect.poll(() => isHandedOver).toBe(true);
    // A person leaves the screen, comes back, and types the next name.
    await room.handlers.saveDraft({ ...at, name: 'second.example.com' });
    isItsTurn();
    await sent;
    const { draft } = await room.handlers.state(at);
    await room.close();
    expect(draft).toBe('second.example.com');
  });
});

/** What the windows were told last of a registration that did not leave. */
describe('a registration that does not leave for want of its token', () => {
  it('is not that it waits to be sent, once its token was found to be missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const room = await createDomains({
      ...{ folder, warn: () => undefined },
      send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
      connectionById: (id) => (id === connection.id ? connection : undefined),
    });
    const told: Domains[] = [];
    room.onChange((domains) => told.push(domains));
    const at = { connectionId: connection.id };
    const { reviewId } = await room.handlers.review({ ...at, name: 'example.com' });
    await expect(room.handlers.create({ reviewId })).rejects.toMatchObject({
      problem: { code: 'tokenMissing' },
    });
    await expect.poll(() => told.at(-1)?.registrations).toEqual([]);
    const { registrations } = await room.handlers.state(at);
    await room.close();
    expect(registrations).toEqual([]);
    expect(told.at(-1)?.registrations).toEqual([]);
  });
});
