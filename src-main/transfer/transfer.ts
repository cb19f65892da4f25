/**
 * The room *transfer*: themes in and out of the library, backup and restore. It knows the library
 * and the other rooms by what they hand it, and asks a person for files by what the shell hands it.
 */
import { basename } from 'node:path';
import type { LocalAction } from '@shared/activity';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { localDay } from '@shared/local-day';
import { ProblemError } from '@shared/problem-error';
import {
  findThemes,
  hasPictures,
  namedPictures,
  nameOf,
  type FoundTheme,
  type ImportKind,
} from '@shared/theme/import';
import { beginsAsBackup, largestBundle } from '@shared/theme/import-limits';
import type {
  ExportResult,
  IfDifferent,
  ImportedTheme,
  ImportReport,
  OpenedFiles as WhatCameOfOpened,
  RestoreReport,
  TransferProgress,
} from '@shared/transfer';
import { slug, writeDurably } from '../storage/storage';
import { backupText, readBackup } from './backup-file';
import type { BackupPart } from './backup-parts';
import { documentsOf, type ChosenThemes } from './exported-documents';
import { exportText, fileEnding } from './export-file';
import { boundedJson, guardedJson, shortened } from './guarded-json';
import { LastBackupNote } from './last-backup';
import { OpenedFiles } from './opened-files';
import { restoreBackup } from './restore';
import { inFile, problemIn, readSource, sourcesOf, type Source } from './source';
import type { TransferLibrary } from './transfer-library';
import { Works, type TransferWork } from './works';

export type { BackupPart } from './backup-parts';
export type { TransferLibrary } from './transfer-library';
export type { TransferWork } from './works';

/** Asks a person for files; the shell's dialogs. Paths come from nowhere else. */
export interface FileQuestions {
  /** The files to open; empty when none was chosen. */
  open(what: 'import' | 'restore'): Promise<readonly string[]>;
  /** Where to save, with a name to begin with. */
  save(what: 'export' | 'backup', fileName: string): Promise<string | undefined>;
}

export interface TransferOptions {
  readonly library: TransferLibrary;
  readonly ask: FileQuestions;
  /** The profile's folder, for when the last backup was made. */
  readonly profileFolder: string;
  /** The most bytes that a theme's file in the library may have. */
  readonly largestTheme: number;
  /** What the other rooms have for a backup, in the order in which it is put back. */
  readonly backupParts: readonly BackupPart[];
  /** Names in the language in use. */
  readonly names: {
    readonly untitled: () => string;
    /** The file of several themes, without its ending. */
    readonly themes: () => string;
    /** The file of a backup made on a day, `2026-11-21`. */
    readonly backup: (day: string) => string;
  };
  /** Whether the address of a picture may be asked for at all. */
  readonly mayLoadPicture: (address: string) => boolean;
  readonly onProgress: (progress: TransferProgress) => void;
  /** Themes were imported, or a backup was restored. */
  readonly onDone?: ((action: LocalAction) => void) | undefined;
  /** Files wait for `importOpened`. */
  readonly onOpened: () => void;
  readonly now?: (() => Date) | undefined;
  readonly log: { warn(event: string, fields?: object): void };
}

export interface Transfer {
  readonly handlers: Handlers<FoyerCalls>['transfer'];
  /** Files were opened with Foyer; absolute paths. They wait until a window can import them. */
  open(paths: readonly string[]): void;
  /** Tells a window that has just opened what waits for it. */
  tellOpened(): void;
  /**
   * What would be cut off if Foyer ended now; `opened` are files that no window has taken yet, an `openedBackup`
   * waits for a person to decide, and `openedRefused` are files whose refusal waits to be read.
   */
  underWay(): readonly (TransferWork | 'opened' | 'openedBackup' | 'openedRefused')[];
  /** Ends what is under way after the theme that it is at; what is done by then stays. */
  end(): void;
}

/** How many names of fields are told of one theme. */
const mostFields = 40;

interface Found {
  readonly file: string;
  readonly kind: ImportKind;
  readonly theme: FoundTheme;
}

export function createTransfer(options: TransferOptions): Transfer {
  const { library, names } = options;
  const now = options.now ?? (() => new Date());
  const lastBackup = new LastBackupNote(options.profileFolder);
  const works = new Works(options.onProgress);
  const ask: FileQuestions = {
    open: (what) => works.asking(() => options.ask.open(what)),
    save: (what, fileName) => works.asking(() => options.ask.save(what, fileName)),
  };
  const opened = new OpenedFiles();

  /**
   * Everything is read and judged before the first theme is written. With `setAside`, a backup is
   * given there instead.
   */
  async function importAll(
    files: Iterable<() => Promise<Source>>,
    assertSame: () => void,
    setAside?: (backup: Source) => void,
  ): Promise<ImportReport> {
    const failed: ImportReport['failed'] = [];
    const found: Found[] = [];
    // One at a time: the text of one file alone may be large.
    for (const read of files) {
      const source = await read();
      const { file } = source;
      try {
        if ('problem' in source) throw new ProblemError(source.problem);
        if (setAside && beginsAsBackup(source.text)) {
          setAside(source);
          continue;
        }
        // All of a file, or nothing of it: a mistake anywhere in it is thrown here.
        const { kind, themes } = findThemes(await guardedJson(source.text));
        if (setAside && kind === 'backup') {
          setAside(source);
          continue;
        }
        for (const theme of themes) found.push({ file, kind, theme });
      } catch (error) {
        failed.push({ file, problem: problemIn(file, error) });
      }
    }
    const imported: ImportedTheme[] = [];
    let tried = 0;
    const isStopped = await works.working('import', found.length, async (work) => {
      for (const each of found) {
        if (work.isStopped) break;
        tried += 1;
        try {
          imported.push(await importOne(each, assertSame));
        } catch (error) {
          // A disk that is full now is full for the next one too, and another library is another one for it.
          failed.push({ file: each.file, problem: problemIn(each.file, error) });
          break;
        }
        work.step();
      }
      return work.isStopped;
    });
    if (imported.length > 0)
      options.onDone?.({ kind: 'themesImported', touched: imported.map(asTouched) });
    return { imported, failed, notDone: found.length - tried, isStopped };
  }

  async function importOne(
    { file, kind, theme: found }: Found,
    assertSame: () => void,
  ): Promise<ImportedTheme> {
    const { theme, tags, leftOut, defaulted } = found;
    const picturesWait = hasPictures(theme);
    const addresses = namedPictures(theme);
    const never = addresses.filter(({ address }) => !options.mayLoadPicture(address));
    // macOS gives a file's name decomposed.
    const ofFile = nameOf(file.replace(/\.[^.]*$/u, '').normalize());
    const name = found.name ?? ofFile ?? names.untitled();
    const added = await library.addForeign({ name, tags, theme, picturesWait }, assertSame);
    return {
      ...added,
      kind,
      leftOut: leftOut.slice(0, mostFields).map(shortened),
      moreLeftOut: Math.max(0, leftOut.length - mostFields),
      defaulted,
      picturesWait: never.length < addresses.length,
      neverLoad: never.map(({ place, address }) => shortened(`${place} (${address})`)),
    };
  }

  async function write(path: string, text: string): Promise<void> {
    const bytes = Buffer.byteLength(text, 'utf8');
    if (bytes > largestBundle) {
      throw new ProblemError({ code: 'exportTooLarge', bytes, limit: largestBundle });
    }
    await writeDurably(path, text);
  }

  async function exportThemes(
    themes: ChosenThemes,
    assertSame: () => void,
  ): Promise<ExportResult | null> {
    const { documents, leftOut, isStopped } = await documentsOf(themes, {
      library,
      works,
      assertSame,
    });
    if (isStopped) return null;
    const { text, names: exported, ...judged } = exportText(documents, now().toISOString());
    const [first, ...others] = exported;
    const allLeftOut = [...leftOut, ...judged.leftOut];
    if (first === undefined) {
      throw new ProblemError(allLeftOut[0]?.problem ?? { code: 'notFound', what: 'theme' });
    }
    const fileName = others.length === 0 ? slug(first) : names.themes();
    const path = await ask.save('export', `${fileName}${fileEnding}`);
    if (path === undefined) return null;
    await write(path, text);
    return { file: basename(path), count: exported.length, leftOut: allLeftOut };
  }

  async function backup(assertSame: () => void): Promise<ExportResult | null> {
    const begun = now();
    const at = begun.toISOString();
    const path = await ask.save('backup', `${names.backup(localDay(begun))}${fileEnding}`);
    if (path === undefined) return null;
    const { documents, leftOut, isStopped } = await documentsOf('all', {
      library,
      works,
      assertSame,
    });
    if (isStopped) return null;
    // A library that is away is shown as it was last seen. What is open of it alone, or nothing, takes the place of no
    // backup with themes.
    const unread = leftOut.find(({ problem }) => problem.code.startsWith('storage'));
    if (unread) {
      await library.rescan();
      const { folderProblem } = await library.list();
      if (folderProblem) throw new ProblemError(folderProblem);
      if (documents.length === 0) throw new ProblemError(unread.problem);
    }
    const { text, count, ...judged } = backupText({
      exportedAt: at,
      documents,
      parts: options.backupParts,
      largestTheme: options.largestTheme,
    });
    await write(path, text);
    // The backup is made; that its time could not be noted must not look as if it were not.
    await lastBackup.write({ at, count }).catch((error: unknown) => {
      options.log.warn('transfer.backupNotNoted', { error: String(error) });
    });
    return { file: basename(path), count, leftOut: [...leftOut, ...judged.leftOut] };
  }

  async function restore(
    ifDifferent: IfDifferent,
    assertSame: () => void,
  ): Promise<RestoreReport | null> {
    const [path] = await ask.open('restore');
    return path === undefined ? null : restoreFrom(path, ifDifferent, assertSame);
  }

  /**
   * What was opened with Foyer: themes are imported, backups wait to be decided on. A window that asks has none that
   * it could ask about: all are handed out that nobody has decided on, also those of a window that is gone. `windows` is
   * how many had come when this one asked.
   */
  async function importOpened(
    assertSame: () => void,
    windows: number,
  ): Promise<WhatCameOfOpened | null> {
    const paths = opened.take();
    const done = await importAll(sourcesOf(paths), assertSame, (source) => {
      if ('path' in source && source.path !== undefined) {
        opened.keepBackup(source.path);
      }
    });
    const report = { ...done, failed: [...opened.takeRefused(), ...done.failed] };
    if (opened.keepRefused(report.failed, windows)) options.onOpened();
    const isEmpty = report.imported.length + report.failed.length + report.notDone === 0;
    const backups = opened.undecided;
    return isEmpty && backups.length === 0 ? null : { report: isEmpty ? null : report, backups };
  }

  async function restoreFrom(
    path: string,
    ifDifferent: IfDifferent,
    assertSame: () => void,
  ): Promise<RestoreReport> {
    const source = await readSource(path);
    if ('problem' in source) throw new ProblemError(source.problem);
    const { file, text } = source;
    const value = await boundedJson(text).catch((error: unknown) => {
      throw inFile(file, error);
    });
    const read = readOrThrow(file, () =>
      readBackup(value, options.backupParts, options.largestTheme),
    );
    const report = await works.working('restore', read.documents.length, (work) =>
      restoreBackup(read, { library, ifDifferent, work, log: options.log, assertSame }),
    );
    // Others are in the report because a link of theirs was left out.
    const touched = report.themes.filter(({ outcome }) => outcome !== 'same').map(asTouched);
    options.onDone?.({ kind: 'backupRestored', touched });
    return report;
  }

  /** Runs it in its turn, in the library in which it was asked for: another one may be open by then. */
  function run<Done>(
    work: TransferWork,
    how: (assertSame: () => void) => Promise<Done>,
  ): Promise<Done> {
    const assertSame = library.assertSame();
    return works.run(work, () => how(assertSame));
  }

  return {
    handlers: {
      importFiles: () =>
        run('import', async (assertSame) => {
          const paths = await ask.open('import');
          return paths.length === 0 ? null : importAll(sourcesOf(paths), assertSame);
        }),
      importTexts: ({ files }) => {
        const sources = files.map(({ name, text }) => async () => ({ file: name, text }));
        return run('import', (assertSame) => importAll(sources, assertSame));
      },
      importOpened() {
        // Also while it waits for its turn, another window may come.
        const { windows } = opened;
        return run('import', (assertSame) => importOpened(assertSame, windows));
      },
      restoreOpened({ id, ifDifferent }) {
        // Decided on from now on, also while it waits for its turn.
        const path = opened.takeBackup(id);
        if (path === undefined) return null;
        return run('restore', (assertSame) => restoreFrom(path, ifDifferent, assertSame));
      },
      dropOpened({ id }) {
        opened.takeBackup(id);
      },
      refusedRead({ files }) {
        opened.readOf(files);
      },
      exportThemes: ({ themes }) => run('export', (assertSame) => exportThemes(themes, assertSame)),
      backup: () => run('backup', backup),
      restore: ({ ifDifferent }) =>
        run('restore', (assertSame) => restore(ifDifferent, assertSame)),
      lastBackup: () => lastBackup.read(),
      stop() {
        works.stop();
      },
    },
    underWay: () => [
      ...works.underWay,
      ...(opened.isWaiting ? (['opened'] as const) : []),
      ...(opened.undecided.length > 0 ? (['openedBackup'] as const) : []),
      ...(opened.areRefusedUnread ? (['openedRefused'] as const) : []),
    ],
    end: () => works.end(),
    open(paths) {
      opened.add(paths);
      options.onOpened();
    },
    tellOpened() {
      opened.tellRefusedAgain();
      if (opened.isWaiting || opened.undecided.length > 0 || opened.areRefusedUnread) {
        options.onOpened();
      }
    },
  };
}

const asTouched = ({ id, name }: { id: string; name: string }) => ({ id, name });

function readOrThrow<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw inFile(file, error);
  }
}
