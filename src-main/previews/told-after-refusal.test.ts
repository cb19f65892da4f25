/** What the windows were told last of a preview that did not leave. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { Previews } from '@shared/sending';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: connection.id, botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' },
  confirmedPlace: trialPlace,
};

it('is not that it waits to be sent, once its token was found to be missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  const room = await createPreviews({
    ...{ folder, warn: () => undefined },
    send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true });
  });
  const told: Previews[] = [];
  room.onChange((previews) => told.push(previews));
  await expect(room.handlers.start(form)).rejects.toMatchObject({
    problem: { code: 'tokenMissing' },
  });
  // Everything that comes by itself has come.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(room.snapshot().history).toEqual([]);
  expect(told.at(-1)?.history).toEqual([]);
});
