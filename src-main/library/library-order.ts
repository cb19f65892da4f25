/** The order in which a person's words about a theme are carried out: that of their being said. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { Replacements, type InPlace } from './editing/replacements';
import type { WaitingChanges } from './editing/waiting-changes';
import type { LibraryFolder } from './folder/library-folder';
import type { LibraryHandlers } from './library-handlers';

/** `later` has what was typed for themes whose files are away. */
export function inOrder(
  handlers: LibraryHandlers,
  later: WaitingChanges,
  folder: Pick<LibraryFolder, 'assertSame' | 'found'>,
) {
  const replacements = new Replacements();
  /** What was typed before comes before. */
  const afterTyping = async <Done>(
    ids: readonly string[],
    work: () => Done,
    assertSame = folder.assertSame(),
  ): Promise<Awaited<Done>> => {
    await later.themesCame(ids.map((id) => ({ id })));
    assertSame();
    return await work();
  };
  /** The same, and what is being put in a theme's place comes before: for what a person does, and not for what waits for that. */
  const after = <Done>(
    ids: readonly string[],
    work: (inPlace: InPlace) => Done,
    changes = false,
  ): Promise<Awaited<Done>> => {
    const assertSame = folder.assertSame();
    return replacements.after(
      ids,
      (inPlace) => afterTyping(ids, () => work(inPlace), assertSame),
      changes,
    );
  };
  const ofOne =
    <Input extends { id: string }, Output>(handler: (input: Input) => Output) =>
    (input: Input): Promise<Awaited<Output>> =>
      after([input.id], () => handler(input));
  const ofMany =
    <Input extends { ids: string[] }, Output>(handler: (input: Input) => Output) =>
    (input: Input): Promise<Awaited<Output>> =>
      after(input.ids, () => handler(input));
  /** Puts something else in their places. */
  const replacing = <Done>(
    ids: readonly string[],
    work: (inPlace: InPlace) => Done,
    assertSame = folder.assertSame(),
  ): Promise<Awaited<Done>> =>
    replacements.replace(ids, (inPlace) => afterTyping(ids, () => work(inPlace), assertSame));
  const ordered: Handlers<FoyerCalls>['library'] = {
    ...handlers,
    rename: (renamed) => later.named(renamed.id, async () => handlers.rename(renamed)),
    renameLater: async (renamed) => {
      await later.give({ kind: 'name', ...renamed });
    },
    edit: (edited) => later.edited(edited.id, edited.edits, async () => handlers.edit(edited)),
    editLater: async (edited) => {
      await later.give({ kind: 'edit', ...edited });
    },
    undo: (undone) => after([undone.id], (inPlace) => handlers.undo(undone, inPlace), true),
    redo: (redone) => after([redone.id], (inPlace) => handlers.redo(redone, inPlace), true),
    open: (opened) => afterTyping([opened.id], () => handlers.open(opened)),
    setTags: ofOne(handlers.setTags),
    keepVersion: ofOne(handlers.keepVersion),
    restoreVersion: (restored) =>
      replacing([restored.id], (inPlace) => handlers.restoreVersion(restored, inPlace)),
    resolveConflict: (decided) => {
      const { id, keep } = decided;
      const original = folder.found?.state.catalogue.card(id)?.conflictOf?.id;
      const ids = original === undefined ? [id] : [original, id];
      const resolve = (inPlace: InPlace) => handlers.resolveConflict(decided, inPlace);
      // The others put nothing in the place of anything: nobody has to wait for them.
      return keep === 'this' ? replacing(ids, resolve) : after(ids, resolve);
    },
    duplicate: ofMany(handlers.duplicate),
    remove: ofMany(handlers.remove),
  };
  return { ordered, after, afterTyping, replacing, replacements };
}
