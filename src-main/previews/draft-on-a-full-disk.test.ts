/** What is typed in the form of a preview while the disk is full. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { failing } from '../library/testing/fake-disk';
import { createPreviews } from './previews';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const connection = trialConnection('northwind');

it('is there at the next start, once the disk has room when Foyer quits', async () => {
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
  const fields = { botId: 'bot', to: '+44 1', startGroupId: '' };
  await expect(room.handlers.saveDraft({ connectionId: connection.id, fields })).rejects.toThrow();
  heal();
  await room.close();
  const next = await opened();
  expect(next.snapshot().drafts).toEqual({ [connection.id]: fields });
  await next.close();
});
