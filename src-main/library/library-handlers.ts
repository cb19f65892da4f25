import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { shownBin } from './bin/bin-list';
import type { Starter } from './catalogue/starters';
import { resolveConflict } from './editing/conflict-resolution';
import { chosenFolder } from './folder/chosen-folder';
import type { LibraryOptions } from './library-options';
import type { LibraryParts } from './library-parts';

/** The library's side of the bridge. */
export function libraryHandlers(
  parts: LibraryParts,
  starters: () => Promise<readonly Starter[]>,
  options: LibraryOptions,
): Handlers<FoyerCalls>['library'] {
  const { folder, themes, adding, batch, history, keeper } = parts;
  return {
    list: () => folder.list(),
    create: async ({ name, starter }) => {
      if (starter === undefined) {
        return {
          id: await adding.add(
            name ?? options.names.untitled(),
            name !== undefined,
            newTheme(),
            [],
          ),
        };
      }
      const found = (await starters()).find((each) => each.id === starter);
      if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'starter' });
      const { theme, tags } = found;
      return { id: await adding.add(name ?? found.name, name !== undefined, theme, tags) };
    },
    rename: async ({ id, name }) => {
      const theme = await themes.open(id);
      theme.edit((content) => ({ ...content, name }));
      await theme.saveOrThrow();
    },
    setTags: async ({ id, tags }) => {
      const theme = await themes.open(id);
      theme.edit((content) => ({ ...content, tags: [...new Set(tags)] }));
      await theme.saveOrThrow();
    },
    setTagsOfMany: ({ themes: changed }) => batch.setTags(changed),
    duplicate: ({ ids }) => batch.duplicate(ids),
    remove: ({ ids }) => batch.remove(ids),
    // With the links that were given away from them.
    restore: ({ entries }) => parts.givenLinks.takeBack((isLent) => batch.restore(entries, isLent)),
    stop: () => {
      batch.stop();
    },
    bin: () => shownBin(parts.bin),
    discard: async ({ entries }) => {
      // In its turn: what is being restored is not deleted for good meanwhile.
      await parts.queue.run(() => parts.disposal.discard(entries));
    },
    resolveConflict: async ({ id, keep }) => {
      await folder.start();
      return resolveConflict(parts, id, keep);
    },
    useFolder: async ({ folder: path, move }) =>
      parts.folderSwitch.use(await chosenFolder(path, folder.path, options), move),
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
      const theme = await themes.open(id);
      theme.edit(
        (content) => ({ ...content, theme: edits.reduce(withThemeField, content.theme) }),
        gesture,
      );
      return themes.toOpenTheme(theme);
    },
    undo: async ({ id }) => {
      const theme = await themes.open(id);
      theme.undo();
      return themes.toOpenTheme(theme);
    },
    redo: async ({ id }) => {
      const theme = await themes.open(id);
      theme.redo();
      return themes.toOpenTheme(theme);
    },
    versions: ({ id }) => keeper.list(id),
    version: ({ id, version }) => history.content(id, version),
    restoreVersion: async ({ id, version }) => {
      const theme = await themes.open(id);
      await keeper.restore(theme, version);
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
