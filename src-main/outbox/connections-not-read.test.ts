/**
 * A theme waits in the outbox, and the next start can’t read the connections: a newer Foyer wrote their file, or a
 * virus scanner holds it. What the outbox tells the status bar and the tray, which say “Outbox empty” and “Nothing
 * waiting” of no entries without a problem.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboxSnapshot } from '@shared/publishing';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../connections/connections';
import { createOutbox } from './outbox';
import type { OutboxOptions } from './outbox-types';
import { outboxFixture, type FixtureConnection } from './testing/fixture-outbox';
import { noTokens } from '../connections/testing/no-tokens';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Lookups = Pick<
  OutboxOptions<FixtureConnection>,
  'connections' | 'connectionsProblem' | 'connectionById' | 'wasRemoved'
>;

/** What the next start tells of a theme that waits, or of nothing. */
async function toldAtTheStart(
  areConnectionsRead: boolean,
  waits = true,
): Promise<{ listed: OutboxSnapshot; told: OutboxSnapshot | undefined }> {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  if (waits) await made.publish();
  expect(await made.items()).toMatchObject(waits ? [{ why: 'paused' }] : []);
  await made.outbox.close(0);
  const profileFolder = join(made.root, 'profile');
  const file = join(profileFolder, 'connections.json');
  await writeFile(file, JSON.stringify({ format: 1_000 }));
  const unread = createConnections({
    file,
    tokens: { ...noTokens, token: () => Promise.resolve('sesame') },
    check: () => Promise.reject(new Error('nothing is asked here')),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  const read: Lookups = {
    connections: () => made.connections,
    connectionById: (id) => made.connections.find((each) => each.id === id),
    wasRemoved: () => false,
  };
  // As `composition/rooms.ts` hands them over.
  const notRead: Lookups = {
    connections: () => unread.known(),
    connectionsProblem: () => unread.snapshot().problem,
    connectionById: (id) => unread.knownById(id),
    wasRemoved: (id) => unread.wasRemoved(id),
  };
  let told: OutboxSnapshot | undefined;
  const outbox = createOutbox({
    ...(areConnectionsRead ? read : notRead),
    ...{ library: made.library, profileFolder, clock: made.clock, random: () => 0.5, log },
    send: () => expect.fail('it was sent'),
    learnIds: () => undefined,
    onChange: (snapshot) => (told = snapshot),
  });
  onTestFinished(() => outbox.close(0));
  // As `openStoredRooms` has it: both are read together, and either may be first.
  await outbox.start();
  made.clock.pass(1_000);
  await unread.start();
  onTestFinished(() => unread.close());
  expect(unread.known()).toBeUndefined();
  outbox.open();
  await outbox.settled();
  made.clock.pass(1_000);
  return { listed: await outbox.handlers.list(undefined), told };
}

it('the control: where the connections are read, that a theme waits', async () => {
  const { listed } = await toldAtTheStart(true);
  expect(listed.items).toMatchObject([{ why: 'paused', name: 'Harbour' }]);
  expect(listed.problem).toBeUndefined();
});

it('where they can’t be read, why it isn’t known what waits', async () => {
  const { listed, told } = await toldAtTheStart(false);
  const problem = { code: 'storageNewer', files: [expect.stringContaining('connections.json')] };
  expect(listed).toMatchObject({ items: [], problem });
  // The tray's menu, which asks for nothing.
  expect(told).toMatchObject({ items: [], problem });
});

it('where they can’t be read and nothing waits, that it is empty', async () => {
  const { listed } = await toldAtTheStart(false, false);
  expect(listed.items).toEqual([]);
  expect(listed.problem).toBeUndefined();
});
