/** What is typed while a registration stands in line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createDomains, type SendDomain } from './domains';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const accepted: Outcome = { kind: 'accepted', status: 200 };

it('stays in the form when the registration leaves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let isItsTurn = (): void => undefined;
  const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
  let isHandedOver = false;
  const send: SendDomain = async (_connection, _request, { activityId, beforeStart, onStart }) => {
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
