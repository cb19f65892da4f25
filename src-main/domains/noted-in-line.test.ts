/** A note is typed beside a name whose registration is listed, and still stands in line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createDomains, type DomainsRoom, type SendDomain } from './domains';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const name = 'first.example.com';
const accepted: Outcome = { kind: 'accepted', status: 200 };

/** A registration that waits for its turn, behind a preview that a slow service has not answered. */
async function inLine(): Promise<{ room: DomainsRoom; leave: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let isItsTurn = (): void => undefined;
  const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
  const send: SendDomain = async (_connection, _request, { activityId, beforeStart, onStart }) => {
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
