/** The file of an export: themes to hand on, without anything of the workspaces they went to. */
import { storedFormats } from '@shared/stored-formats';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { themeForService } from '@shared/service/operations';
import { findThemes } from '@shared/theme/import';
import type { ImportFault } from '@shared/theme/import-fault';
import type { ThemeDocument } from '@shared/theme/theme';
import type { LeftOut } from '@shared/transfer';
import { shortened } from './guarded-json';

/** What exports and backups are called, so that a desktop knows them from any other JSON. */
export const fileEnding = '.foyer';

/** An export to be written. */
export interface ExportText {
  readonly text: string;
  /** Of the themes that are in it, in order. */
  readonly names: readonly string[];
  /** What of the given is not in it: an import would refuse it, and all the others with it. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The text of an export. The first key says what it is, so that its size can be judged early.
 * @throws ProblemError exportRefused, where an import would take nothing of it
 */
export function exportText(documents: readonly ThemeDocument[], exportedAt: string): ExportText {
  const themes: object[] = [];
  const names: string[] = [];
  const leftOut: LeftOut[] = [];
  let why: Problem | undefined;
  for (const { name, tags, theme } of documents) {
    // The documented fields alone, as they would be sent.
    const entry = { name, tags, theme: themeForService(theme, 'documented') };
    const fault = faultOf(entry);
    if (fault === undefined) {
      themes.push(entry);
      names.push(name);
    } else {
      why ??= { code: 'exportRefused', name, fault };
      const problem = { code: 'importRefused', file: '', fault } as const;
      leftOut.push({ part: 'themes', name: shortened(name), problem });
    }
  }
  if (why && themes.length === 0) throw new ProblemError(why);
  const file = { foyer: 'themes', format: storedFormats.export, exportedAt, themes };
  return { text: `${JSON.stringify(file, null, 2)}\n`, names, leftOut };
}

/** Why an import would not take it. */
function faultOf(entry: object): ImportFault | undefined {
  try {
    findThemes(entry);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'importRefused') throw error;
    return error.problem.fault;
  }
}
