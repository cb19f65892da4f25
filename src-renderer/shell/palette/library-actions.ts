/** What can be done with the library from anywhere, and every theme as a way into the studio. */
import FileDown from '@lucide/svelte/icons/file-down';
import FileUp from '@lucide/svelte/icons/file-up';
import Palette from '@lucide/svelte/icons/palette';
import Plus from '@lucide/svelte/icons/plus';
import Search from '@lucide/svelte/icons/search';
import Tag from '@lucide/svelte/icons/tag';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { mostNeedy, statusWord } from '@shared/theme/status';
import type { Command } from '../../state/commands.svelte';
import { library } from '../../state/library.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { navigation } from '../../state/navigation.svelte';
import { transfer } from '../../state/transfer.svelte';
import { newTheme } from '../new-theme';
import { go, type PaletteContext } from './command-parts';

/** Makes, finds, imports and exports themes. */
export function libraryActions({ starters }: PaletteContext): Command[] {
  return [
    {
      id: 'library.new',
      group: 'actions',
      label: m.palette_new_theme(),
      icon: Plus,
      keys: ['Mod', 'N'],
      run: () => void newTheme(),
      withText: (name) => ({
        label: m.palette_new_theme_named({ name: name.slice(0, 200) }),
        run: () => void newTheme({ name: name.slice(0, 200) }),
      }),
    },
    {
      id: 'library.import',
      group: 'actions',
      label: m.transfer_menu_import(),
      keys: ['Mod', 'O'],
      icon: FileDown,
      run() {
        navigation.go({ screen: 'library' });
        void transfer.importFiles();
      },
    },
    {
      id: 'library.exportAll',
      group: 'actions',
      label: m.transfer_menu_export_all(),
      icon: FileUp,
      run: () => void transfer.exportThemes('all'),
    },
    ...starters.map(({ id, name }) => ({
      id: `library.new:${id}`,
      group: 'actions' as const,
      label: m.palette_new_from_starter({ name }),
      quiet: true,
      icon: Palette,
      run: () => void newTheme({ starter: id }),
    })),
    {
      id: 'library.search',
      group: 'actions',
      label: m.palette_search(),
      icon: Search,
      keys: ['/'],
      run: () => searchLibrary(''),
      withText: (query) => ({
        label: m.palette_search_for({ query }),
        run: () => searchLibrary(query),
      }),
    },
    ...library.tags.map(({ name }) => ({
      id: `library.tag:${name}`,
      group: 'actions' as const,
      label: m.palette_show_tag({ tag: name }),
      quiet: true,
      icon: Tag,
      run: () => showTag(name),
    })),
  ];
}

/** Newest first, which is the order of those that are shown before anything is typed. */
export function themeCommands(): Command[] {
  return [...library.themes]
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .map((summary) => {
      const { id, name, tags, theme } = summary;
      const { background } = theme.general;
      return {
        id: `theme:${id}`,
        group: 'themes',
        label: name,
        context: tags.length > 0 ? m.palette_tagged({ tags: tags.join(', ') }) : undefined,
        colours: [
          background.type === 'Color' ? (background.content ?? '') : '',
          theme.chat.hostBubbles.backgroundColor,
          theme.chat.buttons.backgroundColor,
        ],
        status: statusOf(summary),
        enter: m.palette_enter_open(),
        run: go({ screen: 'studio', themeId: id }),
      };
    });
}

function showTag(tag: string): void {
  libraryView.clear();
  libraryView.tag = tag;
  navigation.go({ screen: 'library' });
}

function searchLibrary(query: string): void {
  libraryView.clear();
  libraryView.query = query;
  navigation.go({ screen: 'library' });
  libraryView.askForSearch();
}

function statusOf({ places }: ThemeSummary) {
  return mostNeedy(places.map(({ relation, delivery }) => statusWord(relation, delivery)));
}
