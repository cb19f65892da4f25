/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import type { RestoreReport } from '@shared/transfer';
import { onDisk, trial, type Trial } from '../../../src-main/transfer/trial-transfer';
import { backup } from '../../state/backup.svelte';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  while (transfer.told) transfer.dismiss();
});
afterEach(() => library.end());

/**
 * A backup is being restored into a library that had lost its themes, and a person chooses a copy of the folder that still
 * has them, before the restore has ended. Its report takes back what came, and nothing of the copy's, whose themes have
 * the same ids.
 */
describe('a copy of the library is chosen before the restore has ended', () => {
  const themes = ['Dahlia', 'Elder'].map((name) => sampleSummary(name));
  const [first, second] = themes.map(({ id }) => id);

  /** What the undo of the report moves to the bin, and in which folder. */
  async function takenBack(isChosen: boolean): Promise<string[]> {
    const removed: string[] = [];
    let revision = 1;
    let folder = '/one';
    const folders: Record<string, typeof themes> = { '/one': [], '/two': [...themes] };
    const here = () => folders[folder] ?? [];
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: here(),
          unreadable: [],
          ids: [folder === '/one' ? 1 : 2],
          folder,
          folderProblem: null,
        }),
        remove: ({ ids }) => {
          const gone = here().filter(({ id }) => ids.includes(id));
          removed.push(...gone.map(({ id }) => `${folder}/${id}`));
          folders[folder] = here().filter(({ id }) => !ids.includes(id));
          return {
            ids: gone.map(({ id }) => id),
            entries: gone.map(({ id }) => id),
            problem: null,
          };
        },
      },
    });
    await library.start();
    render(Toasts);
    render(TransferHost);
    await transfer.bring(async () => {
      folders['/one'] = isChosen ? themes.slice(0, 1) : [...themes];
      revision += 1;
      main.emit('library.changed', { revision, upserted: here(), removed: [] });
      if (isChosen) {
        folder = '/two';
        revision += 2;
        main.emit('library.changed', { revision, upserted: here(), removed: [] });
        await vi.waitFor(() => expect(library.folder).toBe('/two'));
      }
      const came = folders['/one'];
      const report: RestoreReport = {
        exportedAt: '2026-11-20T10:00:00.000Z',
        themes: came.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
        ...{ added: came.length, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
        failed: isChosen
          ? [{ part: 'themes', name: 'Elder', problem: { code: 'libraryReplaced' } }]
          : [],
        ...{ parts: {}, partsNotDone: [], unknownParts: [] },
      };
      return { kind: 'restore', report };
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    return removed;
  }

  it('the control: what came goes to the bin where no other library was chosen', async () => {
    const removed = await takenBack(false);
    await waitFor(() => expect(removed).toEqual([`/one/${first ?? ''}`, `/one/${second ?? ''}`]));
  });

  it('leaves the themes of the library that was chosen meanwhile, and says where it can be undone', async () => {
    const removed = await takenBack(true);
    await screen.findByText(
      '1 theme added. This was done in another library. Switch back to it to undo.',
    );
    expect(removed).toEqual([]);
  });
});

/**
 * A backup is being restored into a library that had lost its themes, and a person chooses a copy of the folder, whose
 * themes have the same ids and have been published since, before the restore has ended. Back in the first library,
 * nobody has changed what came there: all of it is taken back, and nothing is said to have been changed.
 */
describe('a copy was chosen, and the first library again', () => {
  /** What the undo moves to the bin of the first library, of what came there. */
  async function takenBack(copied: (theme: ThemeSummary) => ThemeSummary): Promise<boolean> {
    while (undoLatestToast());
    const first = sampleSummary('Dahlia');
    const removed: string[] = [];
    let revision = 1;
    let folder = '/one';
    const folders: Record<string, ThemeSummary[]> = { '/one': [], '/two': [copied(first)] };
    const here = () => folders[folder] ?? [];
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: here(),
          unreadable: [],
          ids: [folder === '/one' ? 1 : 2],
          folder,
          folderProblem: null,
        }),
        ofLibrary: ({ ids }) => ({ ids }),
        remove: ({ ids }) => {
          removed.push(...ids.map((id) => `${folder}/${id}`));
          return { ids, entries: ids, problem: null };
        },
      },
    });
    const choose = async (chosen: string): Promise<void> => {
      folder = chosen;
      revision += 2;
      main.emit('library.changed', { revision, upserted: [], removed: [] });
      await vi.waitFor(() => expect(library.folder).toBe(chosen));
    };
    await library.start();
    render(Toasts);
    render(TransferHost);
    await transfer.bring(async () => {
      folders['/one'] = [first];
      revision += 1;
      main.emit('library.changed', { revision, upserted: here(), removed: [] });
      await choose('/two');
      const report: RestoreReport = {
        exportedAt: '2026-11-20T10:00:00.000Z',
        themes: [{ id: first.id, name: first.name, outcome: 'added', leftLink: null }],
        ...{ added: 1, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
        failed: [{ part: 'themes', name: 'Elder', problem: { code: 'libraryReplaced' } }],
        ...{ parts: {}, partsNotDone: [], unknownParts: [] },
      };
      return { kind: 'restore', report };
    });
    await choose('/one');
    await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await vi.waitFor(() => expect(removed).not.toEqual([])).catch(() => undefined);
    expect(removed.every((path) => path === `/one/${first.id}`)).toBe(true);
    return removed.length > 0;
  }

  it('the control: the copy has it as it came', async () => {
    expect(await takenBack((theme) => theme)).toBe(true);
  });

  it('the copy has it with another link', async () => {
    expect(await takenBack((theme) => ({ ...theme, links: 'one more' }))).toBe(true);
  });
});

/**
 * Text is pasted while an earlier import is still under way, and a person chooses another library until its turn comes:
 * it is imported there. Whatever is imported can be taken back from its report where it is.
 */
describe('another library is chosen before an import’s turn', () => {
  const text = (name: string) => JSON.stringify({ name, theme: newTheme() });

  /** What is in the library on show once what was pasted was imported and taken back. */
  async function leftAfterUndo(isChosen: boolean): Promise<string[]> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => (end = done));
    let writes = 0;
    const mine: Trial = await trial({
      wrap: (room) => ({
        ...room,
        addForeign: async (...theme) => {
          const added = await room.addForeign(...theme);
          writes += 1;
          if (writes === 1) await ended;
          return added;
        },
      }),
    });
    const second = join(mine.root, 'second');
    await mkdir(second);
    await mine.library.start();
    const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
    mine.library.onChange((change) => main.emit('library.changed', change));
    await library.start();
    render(Toasts);
    render(TransferHost);
    const earlier = mine.transfer.importTexts({
      files: [{ name: 'a.json', text: text('Earlier') }],
    });
    await vi.waitFor(() => expect(writes).toBe(1));
    const pasted = transfer.importGiven([], text('Pasted'));
    await vi.waitFor(() =>
      expect(main.log.some(({ name }) => name === 'transfer.importTexts')).toBe(true),
    );
    if (isChosen) {
      await mine.library.handlers.useFolder({ folder: second, move: false });
      await vi.waitFor(() => expect(library.folder).toBe(second));
    }
    end();
    await Promise.all([earlier, pasted]);
    await screen.findByRole('dialog');
    const undo = screen.queryByRole('button', { name: /^Undo(?:: move| the)/u });
    // Nothing may have been imported, which is as well.
    if (undo) {
      await userEvent.click(undo);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    }
    const names = async (): Promise<string[]> => {
      const { themes } = await mine.library.handlers.list(undefined);
      return themes.map(({ name }) => name);
    };
    const isGone = async (): Promise<void> => expect(await names()).not.toContain('Pasted');
    await vi.waitFor(isGone, { timeout: 3_000 }).catch(() => undefined);
    return names();
  }

  it('the control: no other library is chosen', async () => {
    expect(await leftAfterUndo(false)).toEqual(['Earlier']);
  });

  it('another library is chosen before its turn', async () => {
    expect(await leftAfterUndo(true)).toEqual([]);
  });
});

/**
 * A backup is to be restored while an import is still under way, so that its turn comes later. Until then the person
 * chooses an empty library, and it is restored there. They want to take that back, and go back to the library from
 * before, of which the backup is: nothing of that one goes to the bin.
 */
describe('another library is chosen before a restore’s turn', () => {
  beforeEach(() => {
    transfer.dismiss();
  });

  const named = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });

  /** What is in the library of the backup in the end. */
  async function leftThere(chosen: 'before it is asked' | 'before its turn'): Promise<string[]> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => (end = done));
    let isHeld = false;
    let isReached = false;
    const mine: Trial = await trial({
      wrap: (room) => ({
        ...room,
        addForeign: async (...theme) => {
          const added = await room.addForeign(...theme);
          isReached = isHeld;
          if (isHeld) await ended;
          return added;
        },
      }),
    });
    const second = join(mine.root, 'second');
    await mkdir(second);
    await mine.library.start();
    await mine.transfer.importTexts({ files: ['One', 'Two'].map(named) });
    mine.saves = join(mine.root, 'backup.foyer');
    await mine.transfer.backup(undefined);
    mine.opens.push(mine.saves);
    const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
    mine.library.onChange((change) => main.emit('library.changed', change));
    await library.start();
    render(Toasts);
    render(TransferHost);
    isHeld = true;
    const earlier = mine.transfer.importTexts({ files: [named('Earlier')] });
    await vi.waitFor(() => expect(isReached).toBe(true));
    const choose = async (folder: string) => {
      await mine.library.handlers.useFolder({ folder, move: false });
      await vi.waitFor(() => expect(library.folder).toBe(folder));
    };
    if (chosen === 'before it is asked') await choose(second);
    const restored = backup.restore('keepBoth');
    await vi.waitFor(() =>
      expect(main.log.some(({ name }) => name === 'transfer.restore')).toBe(true),
    );
    if (chosen === 'before its turn') await choose(second);
    end();
    await Promise.all([earlier, restored]);
    await screen.findByRole('dialog');
    const undo = screen.queryByRole('button', { name: /^Undo(?:: move| the)/u });
    if (undo) await userEvent.click(undo);
    else transfer.dismiss();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await choose(mine.themes);
    undoLatestToast();
    await main.answered();
    await mine.library.flush();
    return (await onDisk(mine)).map(({ name }) => name);
  }

  it.each(['before it is asked', 'before its turn'] as const)(
    'the other library is chosen %s',
    async (chosen) => {
      expect(await leftThere(chosen)).toEqual(['Earlier', 'One', 'Two']);
    },
  );
});
