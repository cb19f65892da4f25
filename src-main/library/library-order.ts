/** The order in which a person's words about a theme are carried out: that of their being said. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { OpenTheme } from '@shared/library';
import type { OpenThemes } from './editing/open-themes';
import { Replacements, type InPlace } from './editing/replacements';
import { redoing, undoing, type Play } from './editing/theme-play';
import type { ThemeSession } from './editing/theme-session';
import type { WaitingChanges } from './editing/waiting-changes';
import type { LibraryFolder } from './folder/library-folder';
import type { ShownTheme } from './folder/theme-file';
import type { LibraryHandlers } from './library-handlers';

/** `later` has what was typed for themes whose files are away. */
export function inOrder(
  handlers: LibraryHandlers,
  later: WaitingChanges,
  folder: Pick<LibraryFolder, 'assertSame' | 'found'>,
  themes: Pick<OpenThemes, 'open' | 'isAskedFor'>,
) {
  const { step: takeStep, ...others } = handlers;
  const ifOpen = (id: string): ThemeSession | undefined => folder.found?.state.open.get(id);
  const replacements = new Replacements((id) => ifOpen(id)?.history.refused());
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
  /** Whether something was said of it before, and is not done. */
  const isAsked = (id: string): boolean => later.isAnyOf(id) || themes.isAskedFor(id);
  /** What `of` gives of the theme with all that was typed before, and nothing that is typed later. */
  const asItIs = <Taken>(
    id: string,
    of: (theme: ThemeSession) => Taken,
  ): Taken | Promise<Taken> => {
    const theme = isAsked(id) ? undefined : ifOpen(id);
    return theme ? of(theme) : afterTyping([id], async () => of(await themes.open(id)));
  };
  /** `Library.asAsked`. */
  const asAsked = (id: string): ShownTheme | Promise<ShownTheme> | undefined => {
    const taken = ({ document, history }: ThemeSession) => ({ document, history: history.copy() });
    const changed = replacements.whenChanged(id, () => asItIs(id, taken));
    const isUntold = isAsked(id) || ifOpen(id) !== undefined;
    return changed ?? (isUntold ? asItIs(id, ({ document }) => document) : undefined);
  };
  /** Means what was there when it was asked for, and what comes in its turn before it. */
  const stepping = (id: string, step: (asked: number) => Play): Promise<OpenTheme> => {
    const asked = asItIs(id, ({ history }) => history.asked());
    // Whoever asks for it is told in its turn.
    if (typeof asked !== 'number') asked.catch(() => undefined);
    return after([id], async (inPlace) => takeStep(id, step(await asked), inPlace), true);
  };
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
    ...others,
    rename: (renamed) => later.named(renamed.id, async () => handlers.rename(renamed)),
    renameLater: async (renamed) => {
      await later.give({ kind: 'name', ...renamed });
    },
    edit: (edited) => later.edited(edited.id, edited.edits, async () => handlers.edit(edited)),
    editLater: async (edited) => {
      await later.give({ kind: 'edit', ...edited });
    },
    undo: ({ id }) => stepping(id, undoing),
    redo: ({ id }) => stepping(id, redoing),
    open: (opened) => afterTyping([opened.id], () => handlers.open(opened)),
    setTags: (tagged) => after([tagged.id], (inPlace) => handlers.setTags(tagged, inPlace), true),
    keepVersion: (kept) => after([kept.id], () => handlers.keepVersion(kept)),
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
  return { ordered, after, afterTyping, replacing, replacements, asAsked };
}
