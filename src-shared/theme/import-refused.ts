import { ProblemError } from '../problem-error';
import type { ImportFault } from './import-fault';

/** For throwing where a file is taken apart; who knows the file's name puts it in. */
export function refused(found: ImportFault, file = ''): ProblemError {
  return new ProblemError({ code: 'importRefused', file, fault: found });
}
