/** Reads files that a person dropped or pasted, their sizes judged before they are read. */
import {
  beginningLength,
  largestBundle,
  largestImport,
  mostFiles,
  sizeLimit,
} from '@shared/theme/import-limits';
import type { ImportFault } from '@shared/theme/import-fault';
import type { FailedFile } from '@shared/transfer';

export interface GivenText {
  name: string;
  text: string;
}

/** The texts of the files, and those that are too large, too many, or can't be read. */
export async function readFiles(
  given: readonly File[],
): Promise<{ files: GivenText[]; failed: FailedFile[] }> {
  const files: GivenText[] = [];
  const failed: FailedFile[] = [];
  let total = 0;
  for (const file of given) {
    const refuse = (fault: ImportFault): void => {
      const { name } = file;
      failed.push({ file: name, problem: { code: 'importRefused', file: name, fault } });
    };
    if (files.length === mostFiles) {
      refuse({ reason: 'tooManyFiles', limit: mostFiles });
      continue;
    }
    try {
      const limit = await limitOf(file);
      if (file.size > limit) {
        refuse({ reason: 'tooLarge', bytes: file.size, limit });
        continue;
      }
      // All of them go to main at once, so together they may be no larger than one may be.
      if (total + file.size > largestBundle) {
        refuse({ reason: 'tooLargeTogether', limit: largestBundle });
        continue;
      }
      const text = textOf(await file.arrayBuffer());
      if (text === undefined) {
        refuse({ reason: 'notText' });
        continue;
      }
      total += file.size;
      files.push({ name: file.name, text });
    } catch (error) {
      // A folder, or a file that went away.
      if (!(error instanceof DOMException)) throw error;
      refuse({ reason: 'unreadable' });
    }
  }
  return { files, failed };
}

/** The text, unless it is no UTF-8: `File.text()` would put marks in the place of what it can't read. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

async function limitOf(file: File): Promise<number> {
  if (file.size <= largestImport) return largestImport;
  return sizeLimit(await file.slice(0, beginningLength).text());
}
