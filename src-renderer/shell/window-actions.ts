/**
 * What the window can do wherever one is, and its places: once for the keys, their list, the palette
 * and the system's menu.
 */
import Activity from '@lucide/svelte/icons/activity';
import ChevronLeft from '@lucide/svelte/icons/chevron-left';
import ChevronRight from '@lucide/svelte/icons/chevron-right';
import CreditCard from '@lucide/svelte/icons/credit-card';
import FileDown from '@lucide/svelte/icons/file-down';
import Globe from '@lucide/svelte/icons/globe';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import Palette from '@lucide/svelte/icons/palette';
import Plus from '@lucide/svelte/icons/plus';
import Search from '@lucide/svelte/icons/search';
import Send from '@lucide/svelte/icons/send';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Trash2 from '@lucide/svelte/icons/trash-2';
import Undo2 from '@lucide/svelte/icons/undo-2';
import { m } from '@shared/messages/messages';
import { sharedCommands, type SharedCommandName } from '@shared/shared-commands';
import type { Command } from '../state/commands.svelte';
import { libraryView } from '../state/library-view.svelte';
import { navigation, type Route } from '../state/navigation.svelte';
import { transfer } from '../state/transfer.svelte';
import { canUndoLatest, latestUndo, undoLatestToast } from '../ui/toast';
import { closeTheme, newTheme } from '../features/themes/theme-actions';
import { helpActions } from './help-actions';
import { openNeighbour } from './theme-neighbours';

export interface ShellCommands {
  showShortcuts: () => void;
  /** Absent where the palette itself asks. */
  showPalette?: (() => void) | undefined;
}

export interface WindowAction extends Command {
  menu: SharedCommandName;
  /** Here and now; if it isn't said, always. */
  isOffered?: boolean | undefined;
}

/** What shows a screen. */
export const go = (route: Route) => () => navigation.go(route);

/** The words of a message that lists them. */
export const words = (message: () => string): string[] => message().split(', ');

/** The screens that are places, in the order of the sidebar. */
export const places = [
  { screen: 'library', icon: LayoutGrid, isAtFoot: false, keywords: [] },
  { screen: 'previews', icon: Send, isAtFoot: false, keywords: [] },
  { screen: 'billing', icon: CreditCard, isAtFoot: false, keywords: [] },
  { screen: 'domains', icon: Globe, isAtFoot: false, keywords: [] },
  { screen: 'activity', icon: Activity, isAtFoot: false, keywords: [] },
  { screen: 'starters', icon: Palette, isAtFoot: true, keywords: [] },
  { screen: 'bin', icon: Trash2, isAtFoot: true, keywords: [m.palette_keywords_bin] },
  { screen: 'settings', icon: Settings2, isAtFoot: true, keywords: [m.palette_keywords_settings] },
] as const;

/** All of it, in the language in use; also what is not offered now, for the list of keys. */
export function windowActions({ showShortcuts, showPalette }: ShellCommands): WindowAction[] {
  const isInStudio = navigation.current.screen === 'studio';
  const shared = (menu: SharedCommandName) => {
    const { label, keys } = sharedCommands[menu];
    return { menu, label: label(), keys };
  };
  const actions: WindowAction[] = [
    {
      ...shared('newTheme'),
      id: 'library.new',
      group: 'actions',
      icon: Plus,
      alters: true,
      run: () => void newTheme(),
      withText(typed) {
        const name = typed.slice(0, 200);
        return { label: m.palette_new_theme_named({ name }), run: () => void newTheme({ name }) };
      },
    },
    {
      ...shared('importThemes'),
      id: 'library.import',
      group: 'actions',
      icon: FileDown,
      run() {
        // What came of it is shown over the library.
        navigation.go({ screen: 'library' });
        void transfer.importFiles();
      },
    },
    {
      ...shared('search'),
      id: 'library.search',
      group: 'actions',
      icon: Search,
      // A key that is meant for the theme should not lead away from it.
      isOffered: !isInStudio || showPalette === undefined,
      run: search,
      withText: (query) => ({
        label: m.palette_search_for({ query }),
        run: () => searchAll(query),
      }),
    },
    {
      ...shared('palette'),
      id: 'window.palette',
      group: 'actions',
      isOffered: showPalette !== undefined,
      run: () => showPalette?.(),
    },
    {
      ...shared('undo'),
      id: 'window.undo',
      group: 'actions',
      label: m.shell_shortcut_undo_delete(),
      context: latestUndo(),
      icon: Undo2,
      isOffered: !isInStudio && canUndoLatest(),
      run: undoLatestToast,
    },
    ...helpActions(showShortcuts).map((action) => ({ ...action, group: 'actions' as const })),
  ];
  const inStudio: WindowAction[] = [
    {
      ...shared('back'),
      id: 'studio.back',
      group: 'screen',
      icon: ChevronLeft,
      run: closeTheme,
    },
    {
      ...shared('nextTheme'),
      id: 'studio.next',
      group: 'screen',
      icon: ChevronRight,
      run: () => openNeighbour(1),
    },
    {
      ...shared('previousTheme'),
      id: 'studio.previous',
      group: 'screen',
      icon: ChevronLeft,
      run: () => openNeighbour(-1),
    },
  ];
  return [
    ...inStudio.map((action) => ({ ...action, isOffered: isInStudio })),
    ...places.map(({ screen, icon, keywords }) => ({
      ...shared(screen),
      id: `go.${screen}`,
      group: 'places' as const,
      keywords: [m.palette_keywords_go, ...keywords].flatMap(words),
      icon,
      enter: m.palette_enter_go(),
      run: go({ screen }),
    })),
    ...actions,
  ];
}

function search(): void {
  navigation.go({ screen: 'library' });
  libraryView.askForSearch();
}

/** Looks through the whole library, whatever was shown of it. */
export function searchAll(query: string): void {
  libraryView.clear();
  libraryView.query = query;
  search();
}
