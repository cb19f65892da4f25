/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real room. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { ImportedTheme, ImportReport, OpenedBackup, RestoreReport } from '@shared/transfer';
import { trial } from '../../../src-main/transfer/trial-transfer';
import { library } from '../../state/library.svelte';
import { openedFiles } from '../../state/opened-files.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (transfer.told) transfer.dismiss();
});
afterEach(() => library.end());

/**
 * Ten themes of one file are imported, and the disk is full after the third: main gives up the rest, as
 * `src-main/transfer/transfer.test.ts` has it (*reports what was imported when the disk refuses the rest*).
 * Nobody pressed *Stop*.
 */
describe('an import that a full disk ends', () => {
  beforeEach(() => transfer.dismiss());

  const themes = ['Aster', 'Birch', 'Clover'].map((name) => sampleSummary(name));
  const imported: ImportReport['imported'] = themes.map(({ id, name }) => ({
    ...{ id, name, leftOut: [], moreLeftOut: 0 },
    kind: 'export',
    ...{ defaulted: [], picturesWait: false, neverLoad: [] },
  }));

  async function saidOf(report: ImportReport): Promise<HTMLElement> {
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
      },
    });
    await library.start();
    render(TransferHost);
    await transfer.bring(() => Promise.resolve({ kind: 'import', report }));
    return screen.findByRole('dialog', { name: '3 themes imported' });
  }

  it('the control: a person stopped it', async () => {
    const dialog = await saidOf({ imported, failed: [], notDone: 7, isStopped: true });
    expect(dialog).toHaveTextContent('7 themes weren’t imported because you stopped.');
  });

  it('the disk was full, and that is said, not that the person stopped', async () => {
    const problem = { code: 'storageFull', path: '/f' } as const;
    const failed = [{ file: 'spring.foyer', problem }];
    const dialog = await saidOf({ imported, failed, notDone: 6, isStopped: false });
    // The control: why is said.
    expect(dialog).toHaveTextContent('spring.foyer');
    expect(dialog).not.toHaveTextContent('because you stopped');
    expect(dialog).toHaveTextContent('6 more themes weren’t imported because saving failed.');
  });
});

/**
 * A backup is restored in which two themes are the same, and a link of each is left out: main tells of the one of them that
 * is here twice (src-main/transfer/told-twice-of-one-theme.test.ts). A person reads the report all the same.
 */
describe('two themes that are the same', () => {
  it.each([
    ['the control: of two themes', ['Harbour', 'Harbour 2']],
    ['of one, twice', ['Harbour 2', 'Harbour 2']],
  ])('the report can be read: %s', async (_name, ids) => {
    const all = [...new Set(ids)].map((id) => ({ ...sampleSummary(id), id }));
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: all, unreadable: [], ids: [1], folder: '/f' }),
      },
    });
    await library.start();
    render(TransferHost);
    const names = ['Harbour', 'Harbour 2'];
    const report: RestoreReport = {
      exportedAt: '2026-11-20T10:00:00.000Z',
      themes: names.map((name, at) => ({
        ...{ id: ids[at] ?? '', name },
        ...({ outcome: 'same', leftLink: 'linkedElsewhere' } as const),
      })),
      ...{ added: 0, same: 2, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
      ...{ failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
    };
    await transfer.bring(() => Promise.resolve({ kind: 'restore', report }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Harbour 2');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(transfer.told).toBeNull();
  });
});

/**
 * Files that are opened with Foyer while somebody reads what came of others are imported at once, and told of together
 * after that report. A backup among them is asked about when everything is read.
 */
describe('files that are opened while a report is read', () => {
  const imported = (name: string): ImportedTheme => ({
    ...{ id: name, name, kind: 'theme', leftOut: [], moreLeftOut: 0, defaulted: [] },
    ...{ picturesWait: false, neverLoad: [] },
  });

  it('files that come one by one are imported behind the open report', async () => {
    let waiting: string[] = [];
    let undecided: OpenedBackup[] = [];
    const done: string[] = [];
    const main = installFakeMain({
      library: {
        list: () => ({
          revision: 1,
          themes: [],
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
      },
      transfer: {
        importOpened() {
          const names = waiting;
          waiting = [];
          done.push(...names);
          const report = {
            ...{ imported: names.map(imported), failed: [], notDone: 0, isStopped: false },
          };
          return { report: names.length > 0 ? report : null, backups: [...undecided] };
        },
        dropOpened({ id }) {
          undecided = undecided.filter((backup) => backup.id !== id);
        },
      },
    });
    const open = (name: string): void => {
      waiting.push(name);
      main.emit('transfer.opened', {});
    };
    render(TransferHost);
    open('First');
    expect(await screen.findByRole('dialog', { name: '1 theme imported' })).toHaveTextContent(
      'First',
    );
    undecided = [{ id: 'b', file: 'all.foyer' }];
    for (const [at, name] of ['Second', 'Third'].entries()) {
      open(name);
      await vi.waitFor(() => expect(done).toHaveLength(at + 2));
    }
    expect(screen.getByRole('dialog')).toHaveTextContent('First');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    const next = await screen.findByRole('dialog', { name: '2 themes imported' });
    expect(next).toHaveTextContent(/Second.*Third/u);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('dialog', { name: /all\.foyer/u })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

/**
 * A file with a mistake is opened with Foyer while the report of another import is on show: it is refused behind that
 * report, and nobody was told so yet. Who quits then is asked first, or has been told: no file is refused unsaid.
 */
describe('a file that is refused behind a report', () => {
  afterEach(async () => {
    while (transfer.told) transfer.dismiss();
    // What waited behind the question has its turn here, and not in the next test.
    while (openedFiles.isTheirTurn) await openedFiles.next();
    while (transfer.told) transfer.dismiss();
  });

  /** A broken file is opened while something is on show; what quitting would ask about, and what was said. */
  async function opened(
    over: 'a report' | 'a question',
  ): Promise<{ asks: string[]; said: string }> {
    const mine = await trial();
    const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
    mine.library.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const { unmount } = render(TransferHost);
    const open = async (name: string, text: string): Promise<void> => {
      const path = join(mine.root, name);
      await writeFile(path, text);
      mine.open([path]);
      main.emit('transfer.opened', {});
    };
    let close = (): void => undefined;
    if (over === 'a report') {
      await open('good.foyer', JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() }));
      await screen.findByRole('dialog', { name: '1 theme imported' });
    } else close = openDialogs.add();
    const took = () => main.log.filter(({ name }) => name === 'transfer.importOpened').length;
    const before = took();
    await open('broken.foyer', '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
    if (over === 'a report') await vi.waitFor(() => expect(took()).toBe(before + 1));
    await waitFor(() => expect(mine.underWay()).not.toContain('import'));
    await main.answered();
    const answer = { asks: [...mine.underWay()], said: document.body.textContent };
    // Nothing of what waited here is told of in the next test.
    unmount();
    close();
    return answer;
  }

  it('the control: it waits behind a question, and quitting asks about it', async () => {
    expect((await opened('a question')).asks).toEqual(['opened']);
  });

  it('it was refused behind a report: it is said, or quitting asks about it', async () => {
    const { asks, said } = await opened('a report');
    expect(asks.length > 0 || said.includes('broken.foyer')).toBe(true);
  });
});

/**
 * A backup was opened with Foyer, and main hands it out to whatever window asks, until a person has decided. The window
 * that has it on show, and hears of opened files once more, doesn't ask about it again.
 */
describe('a backup that is asked about once', () => {
  const report: RestoreReport = {
    ...{ exportedAt: '', themes: [], added: 0, same: 1, keptBoth: 0, replaced: 0, notDone: 0 },
    ...{ isStopped: false, failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
  };

  it.each(['Not now', 'Restore'])('it is decided on: %s', async (button) => {
    let undecided: OpenedBackup[] = [{ id: 'b', file: 'all.foyer' }];
    const decide = (given: string): undefined => {
      undecided = undecided.filter(({ id }) => id !== given);
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          revision: 1,
          themes: [],
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
      },
      transfer: {
        importOpened: () =>
          undecided.length > 0 ? { report: null, backups: [...undecided] } : null,
        dropOpened: ({ id }) => decide(id),
        restoreOpened: ({ id }) => {
          decide(id);
          return report;
        },
      },
    });
    render(TransferHost);
    main.emit('transfer.opened', {});
    expect(await screen.findByRole('dialog', { name: /all\.foyer/u })).toBeVisible();
    main.emit('transfer.opened', {});
    await userEvent.click(screen.getByRole('button', { name: button }));
    if (button === 'Restore') {
      await vi.waitFor(() => expect(transfer.told).not.toBeNull());
      transfer.dismiss();
    }
    const asked = () => main.log.filter(({ name }) => name === 'transfer.importOpened');
    await vi.waitFor(() => expect(asked()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
