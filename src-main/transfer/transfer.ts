/**
 * The room *transfer*: themes in and out of the library, backup and restore. It knows the library
 * and the other rooms by what they hand it, and asks a person for files by what the shell hands it.
 */
import { basename, join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { LibrarySnapshot } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import {
  findThemes,
  hasPictures,
  namedPictures,
  nameOf,
  type FoundTheme,
  type ImportKind,
} from '@shared/theme/import';
import { refused } from '@shared/theme/import-fault';
import { largestBundle, mostFiles } from '@shared/theme/import-limits';
import type { Theme, ThemeDocument } from '@shared/theme/theme';
import type {
  ExportResult,
  IfDifferent,
  ImportedTheme,
  ImportReport,
  LastBackup,
  LeftOut,
  RestoreReport,
  TransferProgress,
} from '@shared/transfer';
import {
  mapLimited,
  openDocument,
  problemOfStorage,
  readWhole,
  slug,
  TaskQueue,
  writeDurably,
} from '../storage/storage';
import { backupText, readBackup } from './backup-file';
import type { BackupPart } from './backup-parts';
import { exportText } from './export-file';
import { boundedJson, guardedJson, shortened } from './guarded-json';
import { restoreBackup, type RestoreLibrary } from './restore';
import { Work } from './work';

export type { BackupPart } from './backup-parts';

/** What this room needs of the library. */
export interface TransferLibrary extends RestoreLibrary {
  list(): Promise<LibrarySnapshot>;
  whole(id: string): Promise<ThemeDocument>;
  addForeign(theme: {
    readonly name: string;
    readonly tags: readonly string[];
    readonly theme: Theme;
    readonly picturesWait: boolean;
  }): Promise<{ id: string; name: string }>;
}

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
  readonly now?: (() => Date) | undefined;
  readonly log: { warn(event: string, fields?: object): void };
}

export interface Transfer {
  readonly handlers: Handlers<FoyerCalls>['transfer'];
}

const stateFormat = storedFormats.transfer;
const stateSchema = z.looseObject({
  format: z.literal(stateFormat),
  lastBackup: z.object({ at: z.string(), count: z.number() }).nullable(),
});

/** How many theme files are read at once. */
const readAtOnce = 8;
/** How many names of fields are told of one theme. */
const mostFields = 40;

/** A file's text, or why there is none. */
type Source =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly problem: Problem };

interface Found {
  readonly file: string;
  readonly kind: ImportKind;
  readonly theme: FoundTheme;
}

export function createTransfer(options: TransferOptions): Transfer {
  const { library, ask, names } = options;
  const now = options.now ?? (() => new Date());
  const state = openDocument<z.infer<typeof stateSchema>>(
    join(options.profileFolder, 'transfer.json'),
    {
      format: stateFormat,
      schema: stateSchema,
      initial: () => ({ format: stateFormat, lastBackup: null }),
    },
  );
  // One after the other, so that there is one progress and one thing to stop.
  const queue = new TaskQueue();
  let current: Work | undefined;

  /** Does long work that tells how far it is and can be stopped. */
  async function working<Result>(
    kind: NonNullable<TransferProgress>['work'],
    total: number,
    run: (work: Work) => Promise<Result>,
  ): Promise<Result> {
    const work = new Work(kind, total, options.onProgress);
    current = work;
    try {
      return await run(work);
    } finally {
      current = undefined;
      work.end();
    }
  }

  /** Everything is read and judged before the first theme is written. */
  async function importAll(files: Iterable<() => Promise<Source>>): Promise<ImportReport> {
    const failed: ImportReport['failed'] = [];
    const found: Found[] = [];
    // One at a time: the text of one file alone may be large.
    for (const read of files) {
      const source = await read();
      const { file } = source;
      try {
        if ('problem' in source) throw new ProblemError(source.problem);
        // All of a file, or nothing of it: a mistake anywhere in it is thrown here.
        const { kind, themes } = findThemes(await guardedJson(source.text));
        for (const theme of themes) found.push({ file, kind, theme });
      } catch (error) {
        failed.push({ file, problem: problemIn(file, error) });
      }
    }
    const imported: ImportedTheme[] = [];
    let tried = 0;
    await working('import', found.length, async (work) => {
      for (const each of found) {
        if (work.isStopped) break;
        tried += 1;
        try {
          imported.push(await importOne(each));
        } catch (error) {
          // A disk that is full now is full for the next one too.
          failed.push({ file: each.file, problem: problemIn(each.file, error) });
          break;
        }
        work.step();
      }
    });
    return { imported, failed, notDone: found.length - tried };
  }

  async function importOne({ file, kind, theme: found }: Found): Promise<ImportedTheme> {
    const { theme, tags, leftOut, defaulted } = found;
    const picturesWait = hasPictures(theme);
    const addresses = namedPictures(theme);
    const never = addresses.filter(({ address }) => !options.mayLoadPicture(address));
    const name = found.name ?? nameOf(file.replace(/\.[^.]*$/u, '')) ?? names.untitled();
    const added = await library.addForeign({ name, tags, theme, picturesWait });
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

  /** Reads the documents of themes, leaving out what this version can't write whole. */
  async function documentsOf(
    ids: readonly string[] | 'all',
  ): Promise<{ documents: ThemeDocument[]; leftOut: LeftOut[]; isStopped: boolean }> {
    const snapshot = await library.list();
    const wanted = ids === 'all' ? undefined : new Set(ids);
    const chosen = snapshot.themes.filter(({ id }) => wanted?.has(id) ?? true);
    const leftOut = chosen
      .filter((theme) => theme.isReadOnly)
      .map(({ name }) => leftOutTheme(name, { code: 'themeReadOnly', name }));
    if (ids === 'all') {
      leftOut.push(...snapshot.unreadable.map(({ file, problem }) => leftOutTheme(file, problem)));
    }
    const writable = chosen.filter((theme) => !theme.isReadOnly);
    return working('export', writable.length, async (work) => {
      const documents = await mapLimited(writable, readAtOnce, async ({ id, name }) => {
        if (work.isStopped) return undefined;
        try {
          const document = await library.whole(id);
          work.step();
          return document;
        } catch (error) {
          // It went away, or can't be read any more, since the list was made.
          if (!(error instanceof ProblemError)) throw error;
          leftOut.push(leftOutTheme(name, error.problem));
          return undefined;
        }
      });
      return {
        documents: documents.flatMap((document) => document ?? []),
        leftOut,
        isStopped: work.isStopped,
      };
    });
  }

  async function write(path: string, text: string): Promise<void> {
    const bytes = Buffer.byteLength(text, 'utf8');
    if (bytes > largestBundle) {
      throw new ProblemError({ code: 'exportTooLarge', bytes, limit: largestBundle });
    }
    await writeDurably(path, text);
  }

  async function exportThemes(ids: readonly string[] | 'all'): Promise<ExportResult | null> {
    const { documents, leftOut, isStopped } = await documentsOf(ids);
    if (isStopped) return null;
    const [first, ...others] = documents;
    if (first === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const fileName = others.length === 0 ? slug(first.name) : names.themes();
    const path = await ask.save('export', `${fileName}.json`);
    if (path === undefined) return null;
    await write(path, exportText(documents, now().toISOString()));
    return { file: basename(path), count: documents.length, leftOut };
  }

  async function backup(): Promise<ExportResult | null> {
    const at = now().toISOString();
    const path = await ask.save('backup', `${names.backup(at.slice(0, 10))}.json`);
    if (path === undefined) return null;
    const { documents, leftOut, isStopped } = await documentsOf('all');
    if (isStopped) return null;
    const { text, count, ...judged } = backupText({
      exportedAt: at,
      documents,
      parts: options.backupParts,
      largestTheme: options.largestTheme,
    });
    await write(path, text);
    const lastBackup: LastBackup = { at, count };
    // The backup is made; that its time could not be noted must not look as if it were not.
    await state
      .update((before) => ({ ...before, lastBackup }))
      .catch((error: unknown) => {
        options.log.warn('transfer.backupNotNoted', { error: String(error) });
      });
    return { file: basename(path), count, leftOut: [...leftOut, ...judged.leftOut] };
  }

  async function restore(ifDifferent: IfDifferent): Promise<RestoreReport | null> {
    const [path] = await ask.open('restore');
    if (path === undefined) return null;
    const source = await readSource(path);
    if ('problem' in source) throw new ProblemError(source.problem);
    const { file, text } = source;
    const value = await boundedJson(text).catch((error: unknown) => {
      throw inFile(file, error);
    });
    const read = readOrThrow(file, () =>
      readBackup(value, options.backupParts, options.largestTheme),
    );
    return working('restore', read.documents.length, (work) =>
      restoreBackup(read, { library, ifDifferent, work, log: options.log }),
    );
  }

  return {
    handlers: {
      importFiles: () =>
        queue.run(async () => {
          const paths = await ask.open('import');
          if (paths.length === 0) return null;
          return importAll(sourcesOf(paths));
        }),
      importTexts: ({ files }) =>
        queue.run(() =>
          importAll(files.map(({ name, text }) => async () => ({ file: name, text }))),
        ),
      exportThemes: ({ ids }) => queue.run(() => exportThemes(ids)),
      backup: () => queue.run(backup),
      restore: ({ ifDifferent }) => queue.run(() => restore(ifDifferent)),
      async lastBackup() {
        const read = await state.read();
        return read.state === 'ok' ? read.value.lastBackup : null;
      },
      stop() {
        current?.stop();
      },
    },
  };
}

function leftOutTheme(name: string, problem: Problem): LeftOut {
  return { part: 'themes', name: shortened(name), problem };
}

function sourcesOf(paths: readonly string[]): (() => Promise<Source>)[] {
  const sources = paths.slice(0, mostFiles).map((path) => () => readSource(path));
  const [tooMany] = paths.slice(mostFiles);
  if (tooMany === undefined) return sources;
  const { problem } = refused({ reason: 'tooManyFiles', limit: mostFiles });
  return [...sources, async () => ({ file: basename(tooMany), problem })];
}

/** Reads one file that a person chose. Never rejects. */
async function readSource(path: string): Promise<Source> {
  const file = basename(path);
  const refuse = (error: ProblemError): Source => ({ file, problem: problemIn(file, error) });
  const read = await readWhole(path, largestBundle);
  if (read.state === 'ok') {
    const text = read.bytes.toString('utf8');
    // What is not UTF-8 does not come back as it was.
    if (!Buffer.from(text, 'utf8').equals(read.bytes))
      return refuse(refused({ reason: 'notText' }));
    return { file, text };
  }
  if (read.state === 'damaged' && read.damage.reason === 'tooLarge') {
    const { bytes, limit } = read.damage;
    return refuse(refused({ reason: 'tooLarge', bytes, limit }));
  }
  return refuse(refused({ reason: 'unreadable' }));
}

function readOrThrow<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw inFile(file, error);
  }
}

/** The same error, with the file's name in its problem. */
function inFile(file: string, error: unknown): unknown {
  return error instanceof ProblemError ? new ProblemError(problemIn(file, error)) : error;
}

/** What went wrong with a file, with its name put in. Throws what is no failure of the file. */
function problemIn(file: string, error: unknown): Problem {
  const problem = error instanceof ProblemError ? error.problem : problemOfStorage(error);
  if (problem === undefined) throw error;
  return problem.code === 'importRefused' ? { ...problem, file: shortened(file) } : problem;
}
