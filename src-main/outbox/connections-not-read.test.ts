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

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Lookups = Pick<
  OutboxOptions<FixtureConnection>,
  'connections' | 'connectionById' | 'wasRemoved'
>;

/** What the next start tells of a theme that waits. */
async function toldAtTheStart(areConnectionsRead: boolean): Promise<OutboxSnapshot> {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  await made.outbox.close(0);
  const profileFolder = join(made.root, 'profile');
  const file = join(profileFolder, 'connections.json');
  await writeFile(file, JSON.stringify({ format: 1_000 }));
  const undone = () => Promise.resolve(() => Promise.resolve());
  const unread = createConnections({
    file,
    tokens: {
      token: () => Promise.resolve('sesame'),
      ...{ keep: undone, forget: undone, forgetInSession: () => () => Promise.resolve() },
      removeFromKeychain: () => Promise.resolve(true),
      isInSession: () => false,
      readAgain: () => undefined,
    },
    check: () => Promise.reject(new Error('nothing is asked here')),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  await unread.start();
  onTestFinished(() => unread.close());
  expect(unread.known()).toBeUndefined();
  const read: Lookups = {
    connections: () => made.connections,
    connectionById: (id) => made.connections.find((each) => each.id === id),
    wasRemoved: () => false,
  };
  // As `composition/rooms.ts` hands them over.
  const notRead: Lookups = {
    connections: () => unread.known(),
    connectionById: (id) => unread.knownById(id),
    wasRemoved: (id) => unread.wasRemoved(id),
  };
  const outbox = createOutbox({
    ...(areConnectionsRead ? read : notRead),
    ...{ library: made.library, profileFolder, clock: made.clock, random: () => 0.5, log },
    send: () => expect.fail('it was sent'),
    learnIds: () => undefined,
  });
  onTestFinished(() => outbox.close(0));
  outbox.open();
  await outbox.settled();
  return outbox.handlers.list(undefined);
}

it('the control: where the connections are read, that a theme waits', async () => {
  const { items, problem } = await toldAtTheStart(true);
  expect(items).toMatchObject([{ why: 'paused', name: 'Harbour' }]);
  expect(problem).toBeUndefined();
});

it('where they can’t be read, not that nothing waits', async () => {
  const { items, problem } = await toldAtTheStart(false);
  expect(items.length > 0 || problem !== undefined).toBe(true);
});
