import type { LocalAction } from '@shared/activity';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { shownBin } from './bin/bin-list';
import type { Starter } from './catalogue/starters';
import type { ThemeSession } from './editing/theme-session';
import { resolveConflict } from './editing/conflict-resolution';
import type { InPlace } from './editing/replacements';
import { replacing, type Play } from './editing/theme-play';
import type { LibraryOptions } from './library-options';
import type { LibraryParts } from './library-parts';

/** The library's side of the bridge, as if nothing else were asked of it. */
export type LibraryHandlers = Omit<
  Handlers<FoyerCalls>['library'],
  'renameLater' | 'editLater' | 'undo' | 'redo' | Changing
> & {
  readonly [Name in Changing]: (
    input: Parameters<Handlers<FoyerCalls>['library'][Name]>[0],
    inPlace: InPlace,
  ) => ReturnType<Handlers<FoyerCalls>['library'][Name]>;
} & {
  /** Takes a step back, or does one again. */
  readonly step: (id: string, step: Play, inPlace: InPlace) => Promise<OpenTheme>;
};
/** What makes a theme another one while other words about it wait. */
type Changing = 'setTags' | 'restoreVersion' | 'resolveConflict';

/**
 * The library's side of the bridge, but for names that wait for their themes. `done` is told what a person
 * had it do, once it is done.
 */
export function libraryHandlers(
  parts: LibraryParts,
  starters: () => Promise<readonly Starter[]>,
  options: LibraryOptions,
  done: (action: LocalAction) => void,
): LibraryHandlers {
  const { folder, themes, coming, adding, batch, history, keeper } = parts;

  /** As they are called now; of one that is gone, nothing is told. */
  function called(ids: readonly string[]): LocalAction['touched'] {
    return ids.flatMap((id) => {
      const name = folder.found?.state.catalogue.card(id)?.name;
      return name === undefined ? [] : [{ id, name }];
    });
  }

  function tell(kind: LocalAction['kind'], touched: LocalAction['touched']): void {
    if (touched.length > 0) done({ kind, touched });
  }

  /** The theme after an edit, of which is told where it changed anything. */
  function edited(id: string, edit: (theme: ThemeSession) => void): Promise<ThemeSession> {
    return coming.make(id, (theme) => {
      const { version } = theme;
      edit(theme);
      if (theme.version !== version) tell('themeEdited', [{ id, name: theme.document.name }]);
      return theme;
    });
  }

  function played(id: string, step: Play, inPlace: InPlace): Promise<ThemeSession> {
    return edited(id, (theme) => {
      theme.play(step);
      inPlace(step);
    });
  }

  /** On the disk, and the list is told: what comes next is asked by what the windows show then. */
  async function saved(theme: ThemeSession): Promise<void> {
    await theme.saveOrThrow();
    folder.found?.state.catalogue.announce();
  }

  async function create({
    name,
    starter,
    edits = [],
  }: Parameters<LibraryHandlers['create']>[0]): Promise<string> {
    const assertSame = folder.assertSame();
    if (starter === undefined) {
      const chosen = name ?? options.names.untitled();
      const theme = edits.reduce(withThemeField, newTheme());
      return adding.add(chosen, name !== undefined, theme, [], assertSame);
    }
    const found = (await starters()).find((each) => each.id === starter);
    if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'starter' });
    const { theme, tags } = found;
    const changed = edits.reduce(withThemeField, theme);
    return adding.add(name ?? found.name, name !== undefined, changed, tags, assertSame);
  }

  return {
    list: () => folder.list(),
    create: async (given) => {
      const id = await create(given);
      tell('themeCreated', called([id]));
      return { id };
    },
    rename: async ({ id, name }) => {
      let replaced = name;
      const theme = await edited(id, (one) => {
        replaced = one.document.name;
        one.edit((content) => ({ ...content, name }));
      });
      await saved(theme);
      return { replaced };
    },
    setTags: async ({ id, tags }, inPlace) => {
      const tagged = replacing((content) => ({ ...content, tags: [...new Set(tags)] }));
      await saved(await played(id, tagged, inPlace));
    },
    setTagsOfMany: async ({ themes: changed }) => {
      const { edited: ids, ...tagged } = await batch.setTags(changed);
      tell('themeEdited', called(ids));
      return tagged;
    },
    duplicate: async ({ ids }) => {
      const duplicated = await batch.duplicate(ids);
      tell('themesDuplicated', called(duplicated.ids));
      return duplicated;
    },
    remove: async ({ ids }) => {
      await folder.start();
      const before = called([...new Set(ids)]);
      const removed = await batch.remove(ids);
      const gone = new Set(removed.ids);
      tell(
        'themesDeleted',
        before.filter(({ id = '' }) => gone.has(id)),
      );
      return removed;
    },
    // With the links that were given away from them.
    restore: async ({ entries, ofAnyLibrary }) => {
      const restored = await parts.givenLinks.takeBack((isLent) =>
        batch.restore(entries, isLent, ofAnyLibrary),
      );
      tell('restoredFromBin', called(restored.ids));
      return restored;
    },
    stop: () => {
      batch.stop();
    },
    ofLibrary: async ({ ids }) => {
      await folder.start();
      const { state } = folder;
      const mayHave = state.index.mayHave();
      return { ids: ids.filter((id) => state.fileHolding(id) !== undefined || mayHave(id)) };
    },
    bin: () => shownBin(parts.bin),
    discard: async ({ entries }) => {
      // In its turn: what is being restored is not deleted for good meanwhile.
      const { names, ...discarded } = await parts.turns.ofAny(() =>
        parts.disposal.discard(entries),
      );
      tell(
        'deletedForGood',
        names.map((name) => ({ name })),
      );
      return discarded;
    },
    resolveConflict: ({ id, keep }, inPlace) =>
      // All of it in one turn: what it replaces and what it removes are of one library.
      parts.turns.ofLibrary(async () => {
        const conflict = called([id]).map(({ name }) => {
          const original = folder.state.catalogue.card(id)?.conflictOf;
          return keep === 'both' || original === undefined ? { id, name } : original;
        });
        const resolved = await resolveConflict(
          { ...parts, conflictName: options.names.conflict },
          id,
          keep,
          inPlace,
        );
        tell('conflictDecided', conflict);
        return resolved;
      }),
    useFolder: ({ folder: path, move }) => parts.folderSwitch.use(path, move),
    makeFolder: async () => {
      await folder.make();
    },
    starters: async () => [...(await starters())],
    file: async ({ id }) => {
      await folder.start();
      const file = folder.state.catalogue.fileOf(id);
      if (file === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
      return { file };
    },
    open: async ({ id }) => themes.toOpenTheme(await themes.open(id)),
    edit: async ({ id, edits, gesture }) => {
      const theme = await edited(id, (one) => {
        one.edit(
          (content) => ({ ...content, theme: edits.reduce(withThemeField, content.theme) }),
          gesture,
        );
      });
      return themes.toOpenTheme(theme);
    },
    step: async (id, step, inPlace) => themes.toOpenTheme(await played(id, step, inPlace)),
    versions: ({ id }) => keeper.list(id),
    version: ({ id, version }) => history.content(id, version),
    restoreVersion: async ({ id, version }, inPlace) => {
      const theme = await themes.open(id);
      const isOther = await keeper.restore(theme, version, inPlace);
      if (isOther) tell('versionRestored', [{ id, name: theme.document.name }]);
      return themes.toOpenTheme(theme);
    },
    keepVersion: async ({ id, name }) => ({
      version: await keeper.keepNamed(await themes.open(id), name),
    }),
    nameVersion: async ({ id, version, name }) => {
      await history.rename(id, version, name);
    },
    removeVersion: async ({ id, version }) => {
      await history.remove(id, version);
    },
  };
}
