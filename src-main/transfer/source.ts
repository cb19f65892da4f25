/** The texts that are imported or restored: of files on the disk, each with its name. */
import { basename } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { ImportFault } from '@shared/theme/import-fault';
import { refused } from '@shared/theme/import-refused';
import { largestBundle, mostFiles } from '@shared/theme/import-limits';
import { problemOfStorage, readWhole, type FileRead } from '../storage/storage';
import { shortened } from './guarded-json';

/** A file's text, or why there is none. */
export type Source =
  | { readonly file: string; readonly text: string; readonly path?: string | undefined }
  | { readonly file: string; readonly problem: Problem };

/** Reads each file when its turn comes, and refuses each of those that are more than are taken at once. */
export function sourcesOf(paths: readonly string[]): (() => Promise<Source>)[] {
  const { problem } = refused({ reason: 'tooManyFiles', limit: mostFiles });
  return paths.map((path, at) =>
    at < mostFiles ? () => readSource(path) : async () => ({ file: basename(path), problem }),
  );
}

/** Reads one file. Never rejects. */
export async function readSource(path: string): Promise<Source> {
  const file = basename(path);
  const refuse = (fault: ImportFault): Source => ({
    file,
    problem: problemIn(file, refused(fault)),
  });
  const read = await readWhole(path, largestBundle);
  if (read.state !== 'ok') return refuse(faultOf(read));
  const text = read.bytes.toString('utf8');
  // What is not UTF-8 does not come back as it was.
  if (!Buffer.from(text, 'utf8').equals(read.bytes)) return refuse({ reason: 'notText' });
  return { file, text, path };
}

function faultOf(read: Exclude<FileRead, { state: 'ok' }>): ImportFault {
  if (read.state === 'missing') return { reason: 'missing' };
  const { damage } = read;
  if (damage.reason === 'tooLarge') {
    return { reason: 'tooLarge', bytes: damage.bytes, limit: damage.limit };
  }
  if (damage.reason === 'notAFile') return { reason: 'notAFile' };
  const isForbidden = damage.reason === 'unreadable' && damage.kind === 'noPermission';
  return { reason: isForbidden ? 'noPermission' : 'unreadable' };
}

/** The same error, with the file's name in its problem. */
export function inFile(file: string, error: unknown): unknown {
  return error instanceof ProblemError ? new ProblemError(problemIn(file, error)) : error;
}

/** What went wrong with a file, with its name put in. Throws what is no failure of the file. */
export function problemIn(file: string, error: unknown): Problem {
  const problem = error instanceof ProblemError ? error.problem : problemOfStorage(error);
  if (problem === undefined) throw error;
  return problem.code === 'importRefused' ? { ...problem, file: shortened(file) } : problem;
}
