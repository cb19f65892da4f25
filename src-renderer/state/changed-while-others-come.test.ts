/**
 * Many themes are restored from the bin or from a backup, or imported, one after the other: the first is in the library,
 * and a person goes on with it while the rest are coming. What takes all of it back leaves that one where it is.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { ImportReport, RestoreReport } from '@shared/transfer';
import { newTheme } from '@shared/theme/theme';
import TransferHost from '../features/transfer/TransferHost.svelte';
import Bin from '../screens/bin/Bin.svelte';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { layers } from '../ui/layers';
import { undoLatestToast } from '../ui/toast';
import Toasts from '../ui/Toasts.svelte';
import { backup } from './backup.svelte';
import { library } from './library.svelte';
import { openedFiles } from './opened-files.svelte';
import { outbox } from './outbox.svelte';
import { transfer } from './transfer.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  transfer.dismiss();
});

const [one, two] = [sampleSummary('One'), sampleSummary('Two')];
const both = [one, two];
const imported: ImportReport = {
  imported: both.map(({ id, name }) => ({
    ...{ id, name, leftOut: [], moreLeftOut: 0 },
    kind: 'theme',
    ...{ defaulted: [], picturesWait: false, neverLoad: [] },
  })),
  ...{ failed: [], notDone: 0, isStopped: false },
};
const restored: RestoreReport = {
  exportedAt: '2026-11-20T10:00:00.000Z',
  themes: both.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
  ...{ added: 2, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
  ...{ failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
};
const inBin = ({ id, name }: ThemeSummary) => ({
  ...{ entry: id, id, name, tags: [], theme: newTheme(), file: `${id}.json`, folder: '/f' },
  ...{ removedAt: '2026-11-20T10:00:00.000Z', daysLeft: 9, publications: 0 },
});

/** The outbox of the window goes on from one test to the next. */
let outboxRevision = 0;

/** A library to which two themes come: the second only once it is let. */
async function world() {
  let revision = 1;
  let themes: ThemeSummary[] = [];
  const removed: string[] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => (release = done));
  const put = (theme: ThemeSummary): void => {
    themes = [...themes.filter(({ id }) => id !== theme.id), theme];
    revision += 1;
    main.emit('library.changed', { revision, upserted: [theme], removed: [] });
  };
  const come = async <Done>(done: Done): Promise<Done> => {
    put(one);
    await gate;
    put(two);
    return done;
  };
  const ids = both.map(({ id }) => id);
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes,
        unreadable: [],
        ids: [1],
        folder: '/f',
        folderProblem: null,
      }),
      bin: () => ({ themes: both.map(inBin), unread: [], damaged: [] }),
      versions: () => ({ versions: [], unreadable: 0 }),
      restore: () => come({ ids, entries: ids, problem: null, alreadyHere: 0, unlinked: 0 }),
      remove: ({ ids: gone }) => {
        removed.push(...gone);
        return { ids: gone, entries: gone, problem: null };
      },
    },
    transfer: {
      importFiles: () => come(imported),
      importOpened: () => come({ report: imported, backups: [] }),
      restore: () => come(restored),
    },
  });
  await library.start();
  onTestFinished(() => library.end());
  await outbox.start();
  onTestFinished(() => outbox.end());
  render(Toasts);
  const nothing = { isPaused: false, items: [], holds: [], progress: { done: 0, all: 0 } };
  const sending = { themeId: one.id, connectionId: 'c', delivery: 'sending' } as const;
  const publish = (): void => {
    outboxRevision += 2;
    const deliveries = [sending];
    main.emit('outbox.changed', { ...nothing, revision: outboxRevision, deliveries });
    put({ ...one, links: 'one more' });
    main.emit('outbox.changed', { ...nothing, revision: outboxRevision + 1, deliveries: [] });
  };
  const rename = (): void => put({ ...one, name: 'Mine' });
  return { removed, release, meanwhile: { nothing: () => undefined, rename, publish } };
}

const fromReport = async (): Promise<void> => {
  render(TransferHost);
  await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
};

const ways: [string, () => Promise<void>, () => Promise<void> | void][] = [
  [
    'restored from the bin',
    async () => {
      render(Bin);
      await userEvent.click(await screen.findByRole('button', { name: 'Select all' }));
      await userEvent.click(await screen.findByRole('button', { name: /^Restore 2/u }));
    },
    async () => {
      await screen.findByText(/2 themes restored/u);
      undoLatestToast();
    },
  ],
  ['restored from a backup', async () => void backup.restore('keepBoth'), fromReport],
  ['imported', async () => void transfer.importFiles(), fromReport],
  ['opened with Foyer', async () => void openedFiles.next(), fromReport],
];

it.each(
  ways.flatMap(([what, begin, takeBack]) => [
    [what, 'nothing was done with it, the control', 'nothing', begin, takeBack] as const,
    [what, 'it is renamed meanwhile', 'rename', begin, takeBack] as const,
    [what, 'it is published meanwhile', 'publish', begin, takeBack] as const,
  ]),
)('%s: %s', async (_what, _how, done, begin, takeBack) => {
  const { removed, release, meanwhile } = await world();
  await begin();
  await vi.waitFor(() => expect(library.themes).toHaveLength(1));
  meanwhile[done]();
  release();
  await takeBack();
  await vi.waitFor(() => expect(removed).toContain(two.id));
  expect(removed.includes(one.id)).toBe(done === 'nothing');
});
