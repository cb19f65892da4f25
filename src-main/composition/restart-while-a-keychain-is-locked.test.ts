/**
 * A preview, a plan change or a domain waits in memory for a locked keychain, and is taken back as Foyer ends. _Restart
 * and install_ “refuses while something is being sent” (the guide): what a person handed over isn't dropped for an update.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, vi } from 'vitest';
import { removeAfterTest } from '../testing/temporary-folder';
import { createQuietTime } from '../updates/updates';
import type { Foundation } from './foundation';
import { openStoredRooms, type Rooms, type StoredRoomsOptions } from './rooms';

vi.mock('electron', () => ({ app: {} }));
vi.mock('../app/app', () => ({
  ...{ createFileQuestions: () => ({}), preferencesBackup: () => ({}), openInBrowser: () => {} },
}));

it('a preview that waits for its token is being sent', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-restart-'));
  removeAfterTest(profile);
  const connection = trialConnection('c1');
  let unlock: () => void = () => undefined;
  const unlocked = new Promise<void>((done) => (unlock = done));
  const quietTime = createQuietTime();
  const { previews } = await openStoredRooms(
    { profile, warn: () => {}, emit: () => {}, log: {} } as unknown as Foundation,
    {
      client: {
        async send(
          _connection: unknown,
          _request: unknown,
          { activityId }: { activityId: string },
        ) {
          await unlocked;
          const outcome = { kind: 'notSent', reason: 'offline', detail: '' } as const;
          return { activityId, outcome, body: undefined };
        },
      },
      connections: {
        ...{ byId: () => connection, knownById: () => connection, start: () => undefined },
        snapshot: () => ({ list: [connection] }),
      },
      ...{ outbox: { start: () => undefined }, library: {}, updates: {}, quietTime },
    } as unknown as Rooms,
    { mainWindow: {}, launcher: {}, onReturn: () => {} } as unknown as StoredRoomsOptions,
  );
  expect(quietTime.quietMs()).toBeGreaterThan(0);
  const form = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  const started = previews.start({
    connectionId: 'c1',
    ...form,
    confirmedPlace: publicationKey(connection),
  });
  await expect.poll(() => previews.snapshot().history).toMatchObject([{ isInLine: true }]);
  expect(quietTime.quietMs()).toBe(0);
  unlock();
  await started;
  expect(quietTime.quietMs()).toBeGreaterThan(0);
  await previews.close();
});
