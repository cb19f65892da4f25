/** What the library can do from the command palette while it is on screen. */
import ArrowDownWideNarrowIcon from '@lucide/svelte/icons/arrow-down-wide-narrow';
import CopyIcon from '@lucide/svelte/icons/copy';
import ListFilterIcon from '@lucide/svelte/icons/list-filter';
import TagIcon from '@lucide/svelte/icons/tag';
import TrashIcon from '@lucide/svelte/icons/trash-2';
import UploadIcon from '@lucide/svelte/icons/upload';
import XIcon from '@lucide/svelte/icons/x';
import { m } from '@shared/messages/messages';
import type { Command } from '../../state/commands.svelte';
import { libraryFilters, librarySorts, libraryView } from '../../state/library-view.svelte';
import { filterNames, sortNames } from './view-names';

/** What can be done with the chosen themes. */
export interface ChosenThemes {
  count: number;
  /** Where publishing goes; without a connection there is nothing to publish to. */
  connectionLabel: string | undefined;
  duplicate: () => void;
  tag: () => void;
  remove: () => void;
  publish: () => void;
  clear: () => void;
}

function withChosen(chosen: ChosenThemes): Command[] {
  const { count, connectionLabel } = chosen;
  const context = m.library_selected_count({ count });
  return [
    ...(connectionLabel === undefined
      ? []
      : [
          {
            id: 'library.chosen.publish',
            group: 'screen' as const,
            label: m.library_selection_publish({ count, connection: connectionLabel }),
            icon: UploadIcon,
            run: chosen.publish,
          },
        ]),
    {
      id: 'library.chosen.duplicate',
      group: 'screen',
      label: m.library_selection_duplicate(),
      context,
      icon: CopyIcon,
      run: chosen.duplicate,
    },
    {
      id: 'library.chosen.tags',
      group: 'screen',
      label: m.library_selection_tags(),
      context,
      icon: TagIcon,
      run: chosen.tag,
    },
    {
      id: 'library.chosen.delete',
      group: 'screen',
      label: m.library_selection_delete(),
      context,
      icon: TrashIcon,
      run: chosen.remove,
    },
    {
      id: 'library.chosen.clear',
      group: 'screen',
      label: m.library_selection_clear(),
      context,
      icon: XIcon,
      keys: ['Esc'],
      run: chosen.clear,
    },
  ];
}

/** The commands of the library, as they are now. */
export function libraryCommands(chosen: ChosenThemes): Command[] {
  return [
    ...(chosen.count > 0 ? withChosen(chosen) : []),
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
