/** The list of preview shortcuts: adding, changing, moving, taking away and putting back. */
import { isSentAlike } from '@shared/preview-fields';
import { shortcutNamed } from '@shared/names';
import type { PreviewShortcut, ShortcutInput } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import { newId } from '../storage/storage';
import { readShortcutForm } from './preview-form';

type List = readonly PreviewShortcut[];

export interface ShortcutCalls {
  addShortcut(form: ShortcutInput): Promise<{ id: string }>;
  editShortcut(form: ShortcutInput & { id: string }): Promise<undefined>;
  moveShortcut(move: { id: string; index: number }): Promise<undefined>;
  removeShortcut(which: { id: string }): Promise<undefined>;
  restoreShortcut(which: { id: string }): Promise<undefined>;
}

interface Removed {
  shortcut: PreviewShortcut;
  /** The ids of those before it, in their order, with those that were removed earlier. */
  before: readonly string[];
}

const notThere = () => new ProblemError({ code: 'notFound', what: 'shortcut' });

function placeOf(list: List, id: string): number {
  const index = list.findIndex((one) => one.id === id);
  if (index === -1) throw notThere();
  return index;
}

function inserted(list: List, index: number, shortcut: PreviewShortcut): PreviewShortcut[] {
  return [...list.slice(0, index), shortcut, ...list.slice(index)];
}

/** After the nearest of those it stood behind that is there: an index is another place once others came or went. */
function putBack(list: List, { shortcut, before }: Removed): PreviewShortcut[] {
  const nearest = before.filter((id) => list.some((one) => one.id === id)).at(-1);
  return inserted(list, nearest === undefined ? 0 : placeOf(list, nearest) + 1, shortcut);
}

/** The list as if none of these had been removed. */
function withRemoved(list: List, removed: Iterable<Removed>): List {
  let all = list;
  for (const one of removed) {
    if (!list.some(({ id }) => id === one.shortcut.id)) all = putBack(all, one);
  }
  return all;
}

/**
 * The calls for shortcuts.
 *
 * @param change applies a change to the list and resolves when the disk has it
 * @param lastSentAt when the same was last sent, from a shortcut or not
 */
export function createShortcutCalls(
  change: (work: (list: List) => PreviewShortcut[]) => Promise<void>,
  lastSentAt: (shortcut: ReturnType<typeof readShortcutForm>) => string | null,
): ShortcutCalls {
  const removed = new Map<string, Removed>();
  return {
    async addShortcut(form) {
      const id = newId();
      await change((list) => {
        const made = readShortcutForm(form, list);
        return [...list, { ...made, id, lastAt: lastSentAt(made) }];
      });
      return { id };
    },
    async editShortcut({ id, ...form }) {
      await change((list) => {
        const before = list[placeOf(list, id)];
        const others = list.filter((one) => one.id !== id);
        const after = readShortcutForm(form, others);
        const isSameTarget =
          before?.connectionId === after.connectionId && isSentAlike(before, after);
        const lastAt = isSameTarget ? before.lastAt : lastSentAt(after);
        return list.map((one) => (one.id === id ? { ...after, id, lastAt } : one));
      });
      return undefined;
    },
    async moveShortcut({ id, index }) {
      await change((list) => {
        const moved = list[placeOf(list, id)];
        const others = list.filter((one) => one.id !== id);
        return moved ? inserted(others, index, moved) : others;
      });
      return undefined;
    },
    async removeShortcut({ id }) {
      await change((list) => {
        const shortcut = list[placeOf(list, id)];
        if (shortcut) {
          // It may be here from a removal that the disk refused.
          removed.delete(id);
          const all = withRemoved(list, removed.values());
          const before = all.slice(0, placeOf(all, id)).map((one) => one.id);
          removed.set(id, { shortcut, before });
        }
        return list.filter((one) => one.id !== id);
      });
      return undefined;
    },
    async restoreShortcut({ id }) {
      const back = removed.get(id);
      if (!back) throw notThere();
      await change((list) => {
        if (list.some((one) => one.id === id)) return [...list];
        // Another one may have taken its name meanwhile.
        const { name } = readNamed(back.shortcut, list);
        // It may have been sent meanwhile.
        const lastAt = lastSentAt(back.shortcut) ?? back.shortcut.lastAt;
        return putBack(list, { ...back, shortcut: { ...back.shortcut, name, lastAt } });
      });
      removed.delete(id);
      return undefined;
    },
  };
}

function readNamed(shortcut: PreviewShortcut, list: List): { name: string } {
  for (let copy = 1; ; copy += 1) {
    const name = copy === 1 ? shortcut.name : `${shortcut.name} ${String(copy)}`;
    if (!shortcutNamed(list, name)) return { name };
  }
}
