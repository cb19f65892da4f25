/** What a person is asked where something can't be saved before Foyer quits. */
import { documentNames } from '@shared/document-names';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { MessageBoxOptions } from 'electron';

/** What the disk refused, and why, or what would be cut off. */
export type Unsaved =
  | { readonly kind: 'theme' | 'version'; readonly name: string; readonly problem: Problem }
  /** A document of the profile; `file` is its name. */
  | { readonly kind: 'document'; readonly file: string; readonly problem: Problem }
  | { readonly kind: 'work'; readonly work: UnderWay };

/**
 * Long work; `opened` is an import that hasn't begun yet, `openedBackup` a restore that a person is still asked about,
 * `openedRefused` a refusal of opened files that waits to be read, `change` does one thing with many themes, `make` makes
 * themes of images.
 */
export type UnderWay =
  | 'import'
  | 'opened'
  | 'openedBackup'
  | 'openedRefused'
  | 'export'
  | 'backup'
  | 'restore'
  | 'change'
  | 'make';

const stillAt: Record<UnderWay, () => string> = {
  import: m.quit_work_import,
  opened: m.quit_work_opened,
  openedBackup: m.quit_work_opened_backup,
  openedRefused: m.quit_work_opened_refused,
  export: m.quit_work_export,
  backup: m.quit_work_backup,
  restore: m.quit_work_restore,
  change: m.quit_work_change,
  make: m.quit_work_make,
};

/** So many are named; what is wrong with one is mostly wrong with the others. */
const mostNames = 5;
const mostReasons = 3;

/** The answer that quits, whatever is lost. */
export const quitAnyway = 1;

/** The question, with the answer that loses nothing first. */
export function quitQuestion(all: readonly Unsaved[]): MessageBoxOptions {
  const unsaved = all.filter((each) => each.kind !== 'work');
  const works = all.flatMap((each) => (each.kind === 'work' ? [stillAt[each.work]()] : []));
  const still = [...new Set(works)];
  if (unsaved.length === 0) return asked(still.join(' '), [m.quit_work_lost()]);
  const documents = unsaved.flatMap((each) => (each.kind === 'document' ? [each.file] : []));
  const edits = unsaved.flatMap((each) => {
    if (each.kind === 'document') return [];
    return [each.kind === 'theme' ? each.name : m.quit_version({ name: each.name })];
  });
  const names = [...new Set([...documentNames(documents), ...edits])];
  const more = names.length - mostNames;
  const named = names.slice(0, mostNames).join(', ');
  const texts = unsaved.map(({ problem }) => problemText(problem));
  const reasons = [...new Set(texts.map(({ what }) => what))].slice(0, mostReasons);
  const todos = [...new Set(texts.slice(0, mostReasons).map(({ todo }) => todo))];
  return asked(
    more > 0 ? m.quit_unsaved_more({ names: named, more }) : m.quit_unsaved({ names: named }),
    [
      ...reasons,
      ...todos,
      m.quit_lost(),
      ...(still.length > 0 ? [...still, m.quit_work_lost()] : []),
    ],
  );
}

function asked(message: string, detail: readonly string[]): MessageBoxOptions {
  return {
    type: 'warning',
    title: m.quit_title(),
    message,
    detail: detail.filter((line) => line !== '').join('\n'),
    buttons: [m.quit_stay(), m.quit_anyway()],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}
