/**
 * What is done with a theme, as it can be played on the theme itself, and on one that was taken before for somebody who
 * asked for that one.
 */
import { contentOf, type ThemeContent, type Undoable } from './theme-content';
import type { UndoHistory } from './undo-history';

/** Gives what it makes of the content, and notes that in the steps; the same content where that stays, `undefined` where there is no step. */
export type Play = (content: Undoable, history: UndoHistory<Undoable>) => Undoable | undefined;

type Change = (content: ThemeContent) => ThemeContent;

function changing(change: Change, gesture?: string, coming?: 'inTurn'): Play {
  return (content, history) => {
    const after = { ...content, ...change(contentOf(content)) };
    return history.record(content, after, gesture, coming) ? after : content;
  };
}

/** A change that waits for nothing. */
export const typing = (change: Change, gesture?: string): Play => changing(change, gesture);

/** A change in its turn, behind what was asked for before. */
export const replacing = (change: Change): Play => changing(change, undefined, 'inTurn');

/** One that could not be made when its turn came. */
export const refusing: Play = (content, history) => {
  history.refused();
  return content;
};

/** Takes the last step back of those that were there when that was `asked`, or came in their turn before this one. */
export const undoing =
  (asked?: number): Play =>
  (content, history) =>
    history.undo(content, asked);

/** Does the step again that was taken back last. */
export const redoing =
  (asked?: number): Play =>
  (content, history) =>
    history.redo(content, asked);
