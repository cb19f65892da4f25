/** A preview is started from the launcher, which is put away; nobody sees a window when it comes to nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createPreviews, type SendPreview } from '../previews/previews';
import type { Foundation } from './foundation';
import { PreviewEnds } from './preview-ends';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireStoredRooms } from './wiring';

const { notified } = vi.hoisted(() => ({ notified: [] as unknown[] }));
vi.mock('electron', () => ({ nativeTheme: {} }));
vi.mock('../app/app', () => ({
  notifyOfEnd: (run: unknown) => notified.push(run),
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));
beforeEach(() => {
  notified.length = 0;
});

const connection = trialConnection('northwind');
const nobodyHears = { add: () => undefined, onChange: () => undefined };

/** Starts a preview of a Foyer that is in the tray, with no window in sight. */
async function started(send: SendPreview) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-unseen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const previews = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  const isInSight = () => false;
  const show = () => undefined;
  const previewEnds = new PreviewEnds({ show, isInSight, isLauncherInSight: isInSight });
  wireStoredRooms(
    {
      ...{ emit: () => undefined, onPreferencesRead: () => undefined },
      windowPreferences: { onLocale: () => undefined },
    } as unknown as Foundation,
    {
      ...{ previews, billing: nobodyHears, domains: nobodyHears },
      ...{ transferActions: nobodyHears, connectionsChanged: nobodyHears },
    } as unknown as Rooms & StoredRooms,
    {
      ...{ isOpen: () => true, isInSight, show },
      launcher: { update: () => undefined, previewEnds },
    } as unknown as Shell,
  );
  // The launcher's page, hidden by now, hears how it ends, and says nothing when it is shown again.
  await Promise.resolve(
    previews.handlers.start({
      ...{ connectionId: connection.id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
      ...{ confirmedPlace: trialPlace, isOfLauncher: true },
    }),
  ).catch(() => undefined);
}

it('the control: one that the service accepted is told in a notification', async () => {
  await started((_connection, _request, { activityId }) =>
    Promise.resolve({ activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined }),
  );
  expect(notified).toHaveLength(1);
});

it('the control: one that was stopped in line is told in a notification', async () => {
  await started((_connection, _request, { activityId }) =>
    Promise.resolve({
      activityId,
      outcome: { kind: 'notSent', reason: 'cancelledBefore', detail: '' },
      body: undefined,
    }),
  );
  expect(notified).toHaveLength(1);
});

const why: readonly Problem[] = [
  { code: 'keychainLocked' },
  { code: 'tokenMissing', label: 'Northwind' },
  { code: 'connectionChanged', label: 'Northwind' },
];
it.each(why)('one that did not leave for $code is told in a notification', async (problem) => {
  await started(() => Promise.reject(new ProblemError(problem)));
  // The history has nothing of it.
  expect(notified).toEqual([problem]);
});
