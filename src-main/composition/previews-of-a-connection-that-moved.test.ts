/**
 * The launcher is loaded once, and shown again and again. Where a connection leads to another workspace, nothing may have been sent
 * from there; and where it leads back, something was: who believes *Not started yet* sends it once more.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import type { Previews } from '@shared/sending';
import { createPreviews } from '../previews/previews';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireStoredRooms } from './wiring';

vi.mock('electron', () => ({ nativeTheme: {} }));

const nobodyHears = { add: () => undefined, onChange: () => undefined };
const sentAt = '2026-01-02T03:04:05.000Z';

it('windows are told anew when shortcuts were sent once a connection leads elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-moved-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const there = trialConnection('c1');
  let connection = there;
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined, now: () => sentAt },
    async send(_connection, _request, its) {
      await its.beforeStart();
      its.onStart();
      return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => previews.close());
  const form = { connectionId: 'c1', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  await previews.handlers.addShortcut({ name: 'Booking', ...form });
  await previews.handlers.start({ ...form, confirmedPlace: trialPlace });

  const told: unknown[] = [];
  const moved: (() => void)[] = [];
  wireStoredRooms(
    {
      emit(room: string, _event: string, { shortcuts }: Previews) {
        if (room === 'previews') told.push(shortcuts?.map(({ lastAt }) => lastAt));
      },
      ...{ onPreferencesRead: () => undefined, windowPreferences: { onLocale: () => undefined } },
    } as unknown as Foundation,
    {
      ...{ previews, billing: nobodyHears, domains: nobodyHears, transferActions: nobodyHears },
      connectionsChanged: { add: (hear: () => void) => moved.push(hear) },
    } as unknown as Rooms & StoredRooms,
    { isOpen: () => true, launcher: { update: () => undefined } } as unknown as Shell,
  );
  for (const workspaceId of ['another', there.workspaceId]) {
    connection = { ...there, workspaceId };
    for (const hear of moved) hear();
  }
  expect(told).toEqual([[null], [sentAt]]);
});
