/** A person saves a preview shortcut while the disk is full: what is said to follow, and whether it does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemText } from '@shared/problem-text';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { failing } from '../library/testing/fake-disk';
import { problemOfStorage } from '../storage/storage';
import { createPreviews } from './previews';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const connection = trialConnection('northwind');

it('that Foyer saves it by itself is not said where it does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const opened = () =>
    createPreviews({
      ...{ folder, warn: () => undefined },
      send: () => expect.fail('nothing is sent'),
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
  const room = await opened();
  const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folder));
  let refusal: unknown;
  try {
    await room.handlers.addShortcut({
      ...{ name: 'Booking', connectionId: connection.id, botId: 'bot', to: '+44 1' },
      startGroupId: '',
    });
  } catch (error) {
    refusal = error;
  }
  // As the bridge does.
  const problem = problemOfStorage(refusal);
  heal();
  await room.close();
  const next = await opened();
  const isThere = (next.shortcuts() ?? []).length > 0;
  await next.close();
  expect(problem?.code).toBe('storageFull');
  if (!isThere && problem) expect(problemText(problem).todo).not.toContain('retries automatically');
});
