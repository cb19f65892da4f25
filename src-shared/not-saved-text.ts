/** Why something couldn't be saved, as a sentence. */
import { m } from './messages/messages';
import type { Problem, SaveFailure } from './problem';

const sentences: Record<SaveFailure, (inputs: { path: string }) => string> = {
  inUse: m.problem_storage_in_use_what,
  diskFailed: m.problem_storage_disk_failed_what,
  nameTooLong: m.problem_storage_name_too_long_what,
  changedByOthers: m.problem_storage_changed_by_others_what,
  folderGone: m.problem_storage_folder_gone_what,
};

/** What to do about it. */
export function notSavedTodo({ why }: Extract<Problem, { code: 'storageFailed' }>): string {
  if (why === 'nameTooLong') return m.problem_storage_name_too_long_todo();
  return why === 'folderGone'
    ? m.problem_storage_folder_gone_todo()
    : m.problem_storage_failed_todo();
}

/** Why it couldn't be saved; where nothing more is known, what the system calls it. */
export function notSavedText(problem: Extract<Problem, { code: 'storageFailed' }>): string {
  const { why } = problem;
  return why === undefined ? m.problem_storage_failed_what(problem) : sentences[why](problem);
}
