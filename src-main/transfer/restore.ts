/** Puts back what a backup holds, and tells what came of each. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { IfDifferent, LeftOut, RestoredTheme, RestoreReport } from '@shared/transfer';
import { newId, problemOfStorage } from '../storage/storage';
import type { ReadBackup } from './backup-file';
import { shortened } from './guarded-json';
import type { Work } from './work';

/** What a restore needs of the library. */
export interface RestoreLibrary {
  /** `at` is when the theme was as it is given; of a backup made by hand it may be any text. */
  putBack(
    document: ThemeDocument,
    ifDifferent: IfDifferent,
    at: string,
    assertSame: () => void,
  ): Promise<RestoredByLibrary>;
}

type RestoredByLibrary =
  | {
      outcome: 'added' | 'same' | 'keptBoth' | 'replaced';
      /** What it has now. */
      id: string;
      name: string;
      /** Why a link that the backup has of it was left out. */
      leftLink: RestoredTheme['leftLink'];
    }
  /** The file that has it, or may have it, can't be read; another theme's may. */
  | { outcome: 'unread'; problem: Problem };

export interface RestoreOptions {
  readonly library: RestoreLibrary;
  readonly ifDifferent: IfDifferent;
  readonly work: Work;
  /** Throws once another library has taken the place of the one that is meant. */
  readonly assertSame: () => void;
  readonly log: { warn(event: string, fields?: object): void };
}

/** Never rejects: what was restored before something went wrong is told with it. */
export async function restoreBackup(
  read: ReadBackup,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { work } = options;
  const restore = new Restore(options, [
    ...read.leftOut,
    ...read.parts.flatMap(({ leftOut }) => leftOut),
  ]);
  let tried = 0;
  for (const document of read.documents) {
    if (work.isStopped || restore.isOver) break;
    tried += 1;
    await restore.putBack(document, read.exportedAt);
    work.step();
  }
  const parts: Record<string, number> = {};
  const partsNotDone: string[] = [];
  for (const { name, putBack } of read.parts) {
    if (putBack === undefined) continue;
    if (work.isStopped || restore.isOver) partsNotDone.push(name);
    else {
      const count = await restore.attempt(name, '', () =>
        putBack((entry, problem) => {
          restore.leaveOut(name, entry, problem);
        }),
      );
      if (count !== undefined) parts[name] = count;
    }
  }
  return {
    exportedAt: read.exportedAt,
    themes: [...restore.themes],
    ...restore.counts,
    notDone: read.documents.length - tried,
    isStopped: work.isStopped,
    failed: [...restore.failed],
    parts,
    partsNotDone,
    unknownParts: [...read.unknownParts],
  };
}

/** What came of a restore so far. */
class Restore {
  readonly counts = { added: 0, same: 0, keptBoth: 0, replaced: 0 };
  readonly themes: RestoredTheme[] = [];
  readonly failed: LeftOut[];
  readonly #options: RestoreOptions;
  #isOver = false;

  constructor(options: RestoreOptions, failed: LeftOut[]) {
    this.#options = options;
    this.failed = failed;
  }

  /** A disk that is full now is full for the next one too, and another library is another one for it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async putBack(document: ThemeDocument, at: string): Promise<void> {
    const { library, ifDifferent, assertSame } = this.#options;
    const result = await this.attempt('themes', document.name, () =>
      library.putBack(document, ifDifferent, at, assertSame),
    );
    if (result === undefined) return;
    if (result.outcome === 'unread') {
      this.leaveOut('themes', document.name, result.problem);
      return;
    }
    const { outcome, id, name, leftLink } = result;
    this.counts[outcome] += 1;
    if (outcome === 'same' && leftLink === null) return;
    this.themes.push({ id, name: shortened(name), outcome, leftLink });
  }

  leaveOut(part: string, name: string, problem: Problem): void {
    this.failed.push({ part, name: shortened(name), problem });
  }

  /** Does one thing, and notes why it could not be done. Never rejects. */
  async attempt<Result>(
    part: string,
    name: string,
    run: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      const problem = this.#problemOf(error);
      this.leaveOut(part, name, problem);
      if (isForAll(problem)) this.#isOver = true;
      return undefined;
    }
  }

  #problemOf(error: unknown): Problem {
    const problem = error instanceof ProblemError ? error.problem : problemOfStorage(error);
    if (problem !== undefined) return problem;
    const id = newId();
    this.#options.log.warn('transfer.notRestored', { id, error: String(error) });
    return { code: 'internal', id };
  }
}

/** What the next one would meet as well. One locked file, or one document of a newer Foyer, is no such thing. */
function isForAll({ code }: Problem): boolean {
  return forAll.has(code);
}

const forAll: ReadonlySet<Problem['code']> = new Set([
  'storageFull',
  'storageReadOnly',
  'storageTooManyFiles',
  'libraryFolderMissing',
  'libraryReplaced',
]);
