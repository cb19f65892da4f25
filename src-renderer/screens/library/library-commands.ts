/** What the library can do from the command palette while it is on screen. */
import ArrowDownWideNarrowIcon from '@lucide/svelte/icons/arrow-down-wide-narrow';
import LayoutGridIcon from '@lucide/svelte/icons/layout-grid';
import ListFilterIcon from '@lucide/svelte/icons/list-filter';
import { m } from '@shared/messages/messages';
import type { Command } from '../../state/commands.svelte';
import {
  libraryFilters,
  libraryLayouts,
  librarySorts,
  libraryView,
} from '../../state/library-view.svelte';
import { selectionActions, themeActionCommands } from '../../features/themes/theme-action-table';
import type { LibraryScreen } from './library-screen.svelte';
import { filterNames, layoutNames, sortNames } from './view-names';

/** The commands of the library, as they are now: for what is chosen, or else for the card in use. */
export function libraryCommands(work: LibraryScreen, clear: () => void): Command[] {
  const { chosen, shown, active } = work;
  const count = chosen.length;
  const selected = m.library_selected_count({ count });
  const choosing = (id: 'all' | 'clear', more: Pick<Command, 'context' | 'quiet' | 'run'>) => {
    const { label, icon, keys } = selectionActions[id];
    return {
      id: `library.choose:${id}`,
      group: 'screen' as const,
      label: label(),
      icon,
      keys,
      ...more,
    };
  };
  return [
    ...(count > 0
      ? [
          ...themeActionCommands(work.actions(chosen), selected),
          choosing('clear', { context: selected, run: clear }),
        ]
      : themeActionCommands(work.actions(active ? [active] : []), active?.name)),
    ...(count < shown.length
      ? [
          choosing('all', {
            quiet: true,
            run: () => work.selection.add(shown.map(({ id }) => id)),
          }),
        ]
      : []),
    ...libraryFilters
      .filter((filter) => filter !== libraryView.filter)
      .map((filter) => ({
        id: `library.filter:${filter}`,
        group: 'screen' as const,
        label: m.library_command_filter({ filter: filterNames[filter]() }),
        icon: ListFilterIcon,
        quiet: true,
        run: () => {
          libraryView.filter = filter;
        },
      })),
    ...libraryLayouts
      .filter((layout) => layout !== libraryView.layout)
      .map((layout) => ({
        id: `library.layout:${layout}`,
        group: 'screen' as const,
        label: m.library_command_layout({ layout: layoutNames[layout]() }),
        icon: LayoutGridIcon,
        quiet: true,
        run: () => {
          libraryView.layout = layout;
        },
      })),
    ...librarySorts
      .filter((sort) => sort !== libraryView.sort)
      .map((sort) => ({
        id: `library.sort:${sort}`,
        group: 'screen' as const,
        label: m.library_command_sort({ sort: sortNames[sort]() }),
        icon: ArrowDownWideNarrowIcon,
        quiet: true,
        run: () => {
          libraryView.sort = sort;
        },
      })),
  ];
}
