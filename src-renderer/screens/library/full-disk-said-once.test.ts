/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms. */
/** Many themes are published, and the disk is full. That is one reason, and is said once, with the themes under it. */
import { join } from 'node:path';
import { render, screen, within } from '@testing-library/svelte';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { realDisk } from '../../../src-main/storage/disk';
import { layers } from '../../ui/layers';
import PublishSummary from './PublishSummary.svelte';

beforeAll(() => layers.load(), 120_000);

it('themes that a full disk keeps from being queued stand under one reason', async () => {
  const made = await outboxFixture({ themes: 3 });
  const well = realDisk.open.bind(realDisk);
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...how) => {
    if (path.startsWith(join(made.root, 'profile', 'outbox'))) throw full;
    return well(path, ...how);
  });
  onTestFinished(() => disk.mockRestore());
  const { problems } = await made.outbox.handlers.publish({
    ...{ themeIds: [...made.ids], connectionIds: ['c1'] },
  });
  expect(problems.map(({ problem }) => problem.code)).toEqual(Array(3).fill('storageFull'));
  const notQueued = problems.map(({ themeId, problem }, at) => ({
    ...{ key: themeId, themeId, name: `Harbour ${String(at + 1)}`, connectionLabel: 'Northwind' },
    problem,
  }));
  render(PublishSummary, { notQueued, onclose: () => undefined });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByText('Free up disk space.')).toHaveLength(1);
});
