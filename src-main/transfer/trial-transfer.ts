/** What the tests of this room share: a library on real files, and a person who chooses files. */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A trial stands where the composition
   root stands: it puts this room on a real library. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LocalAction } from '@shared/activity';
import type { ThemeDocument } from '@shared/theme/theme';
import type { TransferProgress } from '@shared/transfer';
import { createLibrary, largestThemeFile, type Library } from '../library/library';
import { openDocumentFolder } from '../storage/storage';
import { mayLoad } from '../pictures/pictures';
import { createTransfer, type BackupPart, type TransferLibrary } from './transfer';

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** One person’s Foyer. */
export interface Trial {
  root: string;
  themes: string;
  library: Library;
  transfer: ReturnType<typeof createTransfer>['handlers'];
  /** What the person chooses when asked. */
  opens: string[];
  saves: string | undefined;
  asked: string[];
  progress: TransferProgress[];
  /** What was told of what was done. */
  actions: LocalAction[];
  /** Opens files with Foyer; `openedTold` is how often a window heard of it. */
  open(paths: readonly string[]): void;
  /** Tells a new window of them. */
  tellOpened(): void;
  openedTold: number;
  underWay(): readonly string[];
}

/** A library in folders of its own, closed and removed when the test ends. */
export async function trial(
  more: {
    parts?: readonly BackupPart[];
    onProgress?: (progress: TransferProgress, trial: Trial) => void;
    wrap?: (library: TransferLibrary) => TransferLibrary;
  } = {},
): Promise<Trial> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-transfer-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const themes = join(root, 'themes');
  await mkdir(themes);
  await mkdir(join(root, 'profile'));
  const library = createLibrary({
    folder: openDocumentFolder(themes, { maxBytes: largestThemeFile, settleMs: 20 }),
    profileFolder: join(root, 'profile'),
    startersFolder: join(root, 'none'),
    names: { untitled: () => 'Untitled', copy: (name) => `${name} copy`, conflict: (name) => name },
    connections: () => [],
    mayUse: () => true,
    log: quiet,
  });
  onTestFinished(async () => {
    await library.flush();
    library.close();
  });
  const mine: Trial = {
    root,
    themes,
    library,
    opens: [],
    saves: undefined,
    asked: [],
    progress: [],
    actions: [],
    transfer: undefined as never,
    open: undefined as never,
    tellOpened: () => made.tellOpened(),
    underWay: () => made.underWay(),
    openedTold: 0,
  };
  const handed: TransferLibrary = {
    list: async () => library.handlers.list(undefined),
    whole: (id) => library.withWaitingLinks(id),
    rescan: () => library.rescan(),
    assertSame: () => library.assertSame(),
    addForeign: (theme, assertSame) => library.addForeign(theme, assertSame),
    putBack: (document, ifDifferent, _at, assertSame) =>
      library.putBack(document, ifDifferent, undefined, assertSame),
  };
  const made = createTransfer({
    library: more.wrap?.(handed) ?? handed,
    ask: {
      open: async () => mine.opens,
      save: async (_what, name) => {
        mine.asked.push(name);
        return mine.saves;
      },
    },
    profileFolder: join(root, 'profile'),
    largestTheme: largestThemeFile,
    backupParts: more.parts ?? [],
    mayLoadPicture: mayLoad,
    names: {
      untitled: () => 'Imported theme',
      themes: () => 'Foyer themes',
      backup: (day) => `Foyer backup ${day}`,
    },
    onProgress: (progress) => {
      mine.progress.push(progress);
      more.onProgress?.(progress, mine);
    },
    onDone: (action) => mine.actions.push(action),
    onOpened: () => (mine.openedTold += 1),
    now: () => new Date('2026-11-21T09:30:00.000Z'),
    log: quiet,
  });
  mine.transfer = made.handlers;
  mine.open = (paths) => made.open(paths);
  return mine;
}

/** The documents of a library as they lie on the disk, by name. */
export async function onDisk({ themes }: Trial): Promise<ThemeDocument[]> {
  const names = (await readdir(themes)).filter((name) => name.endsWith('.json'));
  const read = await Promise.all(names.map((name) => readFile(join(themes, name), 'utf8')));
  return read
    .map((text) => JSON.parse(text) as ThemeDocument)
    .sort((one, other) => one.name.localeCompare(other.name));
}
