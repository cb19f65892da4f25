/** What an export or a backup holds of the library. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { LeftOut } from '@shared/transfer';
import { mapLimited } from '../storage/storage';
import { shortened } from './guarded-json';
import type { TransferLibrary } from './transfer-library';
import type { Works } from './works';

/** How many theme files are read at once. */
const readAtOnce = 8;

export interface DocumentsFrom {
  readonly library: Pick<TransferLibrary, 'list' | 'whole'>;
  readonly works: Works;
  /** Throws once another library has taken the place of the one that is meant. */
  readonly assertSame: () => void;
}

/** Themes by their IDs, and the names that a person chose them by. */
export type ChosenThemes = readonly { readonly id: string; readonly name: string }[] | 'all';

/**
 * Reads the documents of themes, leaving out those that are gone and what this version can't write whole.
 * @throws ProblemError libraryReplaced: those of two libraries would look like one's
 */
export async function documentsOf(
  themes: ChosenThemes,
  { library, works, assertSame }: DocumentsFrom,
): Promise<{ documents: ThemeDocument[]; leftOut: LeftOut[]; isStopped: boolean }> {
  const snapshot = await library.list();
  const wanted = themes === 'all' ? undefined : new Map(themes.map(({ id, name }) => [id, name]));
  const chosen = snapshot.themes.filter(({ id }) => wanted?.has(id) ?? true);
  for (const { id } of chosen) wanted?.delete(id);
  const leftOut = chosen
    .filter((theme) => theme.isReadOnly)
    .map(({ name }) => leftOutTheme(name, { code: 'themeReadOnly', name }));
  for (const name of wanted?.values() ?? []) {
    leftOut.push(leftOutTheme(name, { code: 'notFound', what: 'theme' }));
  }
  if (themes === 'all') {
    leftOut.push(...snapshot.unreadable.map(({ file, problem }) => leftOutTheme(file, problem)));
  }
  const writable = chosen.filter((theme) => !theme.isReadOnly);
  return works.working('export', writable.length, async (work) => {
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
    assertSame();
    return {
      documents: documents.flatMap((document) => document ?? []),
      leftOut,
      isStopped: work.isStopped,
    };
  });
}

function leftOutTheme(name: string, problem: Problem): LeftOut {
  return { part: 'themes', name: shortened(name), problem };
}
