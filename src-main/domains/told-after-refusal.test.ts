/** What the windows were told last of a registration that did not leave. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { Domains } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createDomains } from './domains';

const connection = trialConnection('northwind');

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
  // Everything that comes by itself has come.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { registrations } = await room.handlers.state(at);
  await room.close();
  expect(registrations).toEqual([]);
  expect(told.at(-1)?.registrations).toEqual([]);
});
