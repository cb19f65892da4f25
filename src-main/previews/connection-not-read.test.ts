/**
 * A preview is started from the tray while the connections can’t be read: a virus scanner holds their file, or a
 * newer Foyer wrote it. What its notification says why.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { trialPlace } from '@shared/trial-connection';
import { ProblemError } from '@shared/problem-error';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections, type Connections } from '../connections/connections';
import { createPreviews } from './previews';
import { noTokens } from '../connections/testing/no-tokens';

function openConnections(folder: string): Connections {
  return createConnections({
    file: join(folder, 'connections.json'),
    tokens: { ...noTokens, token: () => Promise.resolve('sesame') },
    check: () => Promise.reject(new Error('nothing is asked here')),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
}

/** Why a preview through a connection does not leave, after something was done to the connections' file. */
async function whyNot(happens: (connections: Connections, id: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-not-read-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const before = openConnections(folder);
  await before.start();
  const { id } = await before.handlers.add({
    input: {
      ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
      ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
    },
    token: 'sesame',
    keep: 'keychain',
  });
  await happens(before, id);
  await before.close();
  if (!before.wasRemoved(id)) {
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ format: 1_000 }));
  }
  const now = openConnections(folder);
  await now.start();
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined, connectionAt: () => undefined },
    connectionById: (each) => now.byId(each),
    send: () => expect.fail('it was sent'),
  });
  onTestFinished(async () => {
    await previews.close();
    await now.close();
  });
  const told: Problem[] = [];
  previews.onRefusal((problem) => told.push(problem));
  await Promise.resolve(
    previews.handlers.start({
      ...{ connectionId: id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
      confirmedPlace: trialPlace,
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
  });
  return told;
}

it('the control: of one that was removed, that it no longer exists', async () => {
  expect(await whyNot(async ({ handlers }, id) => handlers.remove({ id }))).toEqual([
    { code: 'notFound', what: 'connection' },
  ]);
});

it('of one that can’t be read, not that it no longer exists', async () => {
  const told = await whyNot(() => Promise.resolve());
  expect(told).toHaveLength(1);
  expect(told).not.toEqual([{ code: 'notFound', what: 'connection' }]);
});
