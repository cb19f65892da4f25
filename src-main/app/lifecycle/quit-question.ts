/** What a person is asked where something can't be saved before Foyer quits. */
import { documentNames } from '@shared/document-names';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { MessageBoxOptions } from 'electron';

/** What the disk refused, and why. */
export type Unsaved =
  | { readonly kind: 'theme' | 'version'; readonly name: string; readonly problem: Problem }
  /** A document of the profile; `file` is its name. */
  | { readonly kind: 'document'; readonly file: string; readonly problem: Problem };

/** So many are named; what is wrong with one is mostly wrong with the others. */
const mostNames = 5;
const mostReasons = 3;

/** The answer that quits, whatever is lost. */
export const quitAnyway = 1;

/** The question, with the answer that loses nothing first. */
export function quitQuestion(unsaved: readonly Unsaved[]): MessageBoxOptions {
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
  return {
    type: 'warning',
    title: m.quit_title(),
    message:
      more > 0 ? m.quit_unsaved_more({ names: named, more }) : m.quit_unsaved({ names: named }),
    detail: [...reasons, ...todos, m.quit_lost()].filter((line) => line !== '').join('\n'),
    buttons: [m.quit_stay(), m.quit_anyway()],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}
