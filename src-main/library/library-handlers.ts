import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/fields';
import { newTheme } from '@shared/theme/theme';
import type { Starter } from './catalogue/starters';
import type { DocumentFolder } from '../storage/storage';
import type { ThemeCollection } from './theme-collection';
import type { ThemeNames } from './catalogue/theme-names';

/** The library's side of the bridge. */
export function libraryHandlers(
  themes: ThemeCollection,
  starters: () => Promise<readonly Starter[]>,
  names: ThemeNames,
  folderAt: (path: string) => Promise<DocumentFolder>,
): Handlers<FoyerCalls>['library'] {
  return {
    list: () => themes.list(),
    create: async ({ name, starter }) => {
      if (starter === undefined) {
        return {
          id: await themes.add(name ?? names.untitled(), name !== undefined, newTheme(), []),
        };
      }
      const found = (await starters()).find((each) => each.id === starter);
      if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'starter' });
      const { theme, tags } = found;
      return { id: await themes.add(name ?? found.name, name !== undefined, theme, tags) };
    },
    rename: async ({ id, name }) => {
      const theme = await themes.opened(id);
      theme.edit((content) => ({ ...content, name }));
      await theme.saveOrThrow();
    },
    setTags: async ({ id, tags }) => {
      const theme = await themes.opened(id);
      theme.edit((content) => ({ ...content, tags: [...new Set(tags)] }));
      await theme.saveOrThrow();
    },
    setTagsOfMany: ({ themes: changed }) => themes.many.setTags(changed),
    duplicate: ({ ids }) => themes.many.duplicate(ids),
    remove: ({ ids }) => themes.many.remove(ids),
    restore: ({ entries }) => themes.restore(entries),
    stop: () => {
      themes.many.stop();
    },
    bin: () => themes.bin(),
    discard: async ({ entries }) => {
      await themes.discard(entries);
    },
    resolveConflict: ({ id, keep }) => themes.resolveConflict(id, keep),
    useFolder: async ({ folder, move }) => themes.useFolder(await folderAt(folder), move),
    makeFolder: async () => {
      await themes.makeFolder();
    },
    starters: async () => [...(await starters())],
    open: async ({ id }) => themes.shown(await themes.opened(id)),
    edit: async ({ id, edits, gesture }) => {
      const theme = await themes.opened(id);
      theme.edit(
        (content) => ({ ...content, theme: edits.reduce(withThemeField, content.theme) }),
        gesture,
      );
      return themes.shown(theme);
    },
    undo: async ({ id }) => {
      const theme = await themes.opened(id);
      theme.undo();
      return themes.shown(theme);
    },
    redo: async ({ id }) => {
      const theme = await themes.opened(id);
      theme.redo();
      return themes.shown(theme);
    },
    versions: ({ id }) => themes.keeper.list(id),
    version: ({ id, version }) => themes.history.content(id, version),
    restoreVersion: async ({ id, version }) => {
      const theme = await themes.opened(id);
      await themes.keeper.restore(theme, version);
      return themes.shown(theme);
    },
    keepVersion: async ({ id, name }) => ({
      version: await themes.keeper.keepNamed(await themes.opened(id), name),
    }),
    nameVersion: async ({ id, version, name }) => {
      await themes.history.rename(id, version, name);
    },
    removeVersion: async ({ id, version }) => {
      await themes.history.remove(id, version);
    },
  };
}
