/** Which version of a conflict stays, told to the person afterwards. */
import type { ConflictChoice, OpenTheme } from '@shared/library';
import { m } from '@shared/messages/messages';
import { themeDifferences } from '@shared/theme/comparison';
import type { ThemeEdit } from '@shared/theme/fields';
import { ownName } from '@shared/theme/made-names';
import { bridge } from '../../bridge';
import { favourites } from '../../state/favourites.svelte';
import { undoOf, undoOfDeletion, whileInBin } from '../../state/library-undo';
import { report } from '../../ui/report';
import { revocably, type ToastOptions } from '../../ui/toast';

const decided: Readonly<Record<ConflictChoice, () => string>> = {
  this: m.library_conflict_kept_this,
  other: m.library_conflict_kept_other,
  both: m.library_conflict_kept_both,
};

/**
 * Decides which version of a conflict stays and tells the person, with what takes that back; nothing
 * does where the copy only lost its mark. Rejects with a `ProblemError`.
 */
export async function decideConflict(
  copy: { id: string },
  keep: ConflictChoice,
  other: { id: string } | undefined,
): Promise<void> {
  await revocably(async (toast) => {
    toast(decided[keep](), await decide(copy, keep, other));
  });
}

/** What takes the decision back, and why something is as it is. */
async function decide(
  copy: { id: string },
  keep: ConflictChoice,
  other: { id: string } | undefined,
): Promise<ToastOptions> {
  const changed = keep === 'this' ? other : undefined;
  const before = changed && (await bridge.library.open({ id: changed.id }));
  const kept = changed && (await bridge.library.open({ id: copy.id }));
  const starred = changed && favourites.has(copy.id) && !favourites.has(changed.id) && changed.id;
  const { entries, leftVersions } = await bridge.library.resolveConflict({ id: copy.id, keep });
  // It is decided: where a program has the file for a moment, the theme is what the copy was, at no version.
  const after = changed && (await bridge.library.open({ id: changed.id }).catch(() => undefined));
  // A star that is refused undoes nothing of what was decided.
  if (starred) await favourites.toggle([starred]).catch(report);
  const fromBin = undoOfDeletion(entries);
  let isPutBack = false;
  // With the copy gone for good, its half would put a refused version in the place of the only one.
  const undo = whileInBin(
    entries,
    undoOf(
      async () => {
        if (before && kept && !isPutBack) {
          await putBack(before, after ?? { ...kept, name: nameFrom(kept, before), version: -1 });
        }
        isPutBack = true;
        if (starred && favourites.has(starred)) await favourites.toggle([starred]);
        return fromBin();
      },
      changed && [changed.id],
    ),
  );
  const hint =
    leftVersions === undefined
      ? undefined
      : m.library_conflict_left_versions({ count: leftVersions });
  return keep === 'both' ? {} : { undo, hint };
}

/** What a theme is called once a copy was put in its place: as the copy, where that has a name of its own. */
function nameFrom({ name }: OpenTheme, replaced: OpenTheme): string {
  return ownName({ name, conflictOf: replaced }, (own) => m.theme_conflict({ name: own }));
}

/** Gives a theme back what a decision took from it, except where it was changed once more since. */
async function putBack(before: OpenTheme, after: OpenTheme): Promise<void> {
  const { id, name, tags } = before;
  // A decision that only gave a link is no step of undo, and grows the version all the same.
  if (contentIn(before) === contentIn(after)) return;
  const now = await bridge.library.open({ id });
  if (now.version === after.version) {
    await bridge.library.undo({ id });
    return;
  }
  const since = new Set<string>(themeDifferences(after.theme, now.theme).map(({ field }) => field));
  const edits = themeDifferences(after.theme, before.theme)
    .filter(({ field }) => !since.has(field))
    .map(({ field, after: value }) => ({ field, value }) as ThemeEdit);
  if (edits.length > 0) await bridge.library.edit({ id, edits });
  if (now.name === after.name && name !== now.name) await bridge.library.rename({ id, name });
  if (areSame(now.tags, after.tags) && !areSame(tags, now.tags)) {
    await bridge.library.setTags({ id, tags });
  }
}

/** What steps of undo are about, to compare; a theme that isn't changed is the same text. */
function contentIn({ name, tags, theme }: OpenTheme): string {
  return JSON.stringify([name, tags, theme]);
}

/** Whether both have the same tags in the same order. */
const areSame = (tags: readonly string[], others: readonly string[]): boolean =>
  tags.join('\n') === others.join('\n');
