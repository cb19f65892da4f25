/**
 * The launcher is loaded once, and shown again and again. Where a connection leads to another workspace, nothing may have been sent
 * from there; and where it leads back, something was: who believes *Not started yet* sends it once more.
 */
import { expect, it, vi } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import type { Previews } from '@shared/sending';
import { previewsFixture } from '../previews/testing/fixture-previews';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireStoredRooms } from './wiring';

vi.mock('electron', () => ({ nativeTheme: {} }));

const nobodyHears = { add: () => undefined, onChange: () => undefined };
const sentAt = '2026-01-02T03:04:05.000Z';

it('windows are told anew when shortcuts were sent once a connection leads elsewhere', async () => {
  const there = trialConnection('c1');
  let connection = there;
  const previews = await previewsFixture({
    connectionById: () => connection,
    now: () => sentAt,
  });
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
