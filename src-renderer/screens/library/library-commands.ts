/** What the library can do from the command palette while it is on screen. */
import ArrowDownWideNarrowIcon from '@lucide/svelte/icons/arrow-down-wide-narrow';
import ColumnsIcon from '@lucide/svelte/icons/columns-2';
import CopyIcon from '@lucide/svelte/icons/copy';
import FileUpIcon from '@lucide/svelte/icons/file-up';
import LinkIcon from '@lucide/svelte/icons/link';
import ListChecksIcon from '@lucide/svelte/icons/list-checks';
import ListFilterIcon from '@lucide/svelte/icons/list-filter';
import PencilIcon from '@lucide/svelte/icons/pencil';
import TagIcon from '@lucide/svelte/icons/tag';
import TrashIcon from '@lucide/svelte/icons/trash-2';
import UploadIcon from '@lucide/svelte/icons/upload';
import XIcon from '@lucide/svelte/icons/x';
import { m } from '@shared/messages/messages';
import type { Command } from '../../state/commands.svelte';
import { libraryFilters, librarySorts, libraryView } from '../../state/library-view.svelte';
import type { ChosenThemes, OneTheme } from './chosen-actions';
import { filterNames, sortNames } from './view-names';

function withOne({ name: context, rename, link, compare }: OneTheme): Command[] {
  const all = [
    {
      id: 'library.one.rename',
      label: m.library_menu_rename(),
      icon: PencilIcon,
      keys: ['F2'],
      run: rename,
    },
    { id: 'library.one.link', label: m.library_menu_link(), icon: LinkIcon, run: link },
    { id: 'library.one.compare', label: m.library_menu_compare(), icon: ColumnsIcon, run: compare },
  ];
  return all.flatMap(({ run, ...command }) =>
    run ? [{ ...command, group: 'screen' as const, context, run }] : [],
  );
}

function withChosen(chosen: ChosenThemes): Command[] {
  const { count, connectionLabel, publishTo, only } = chosen;
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
            sends: true,
            run: chosen.publish,
          },
        ]),
    ...(publishTo
      ? [
          {
            id: 'library.chosen.publishTo',
            group: 'screen' as const,
            label: m.outbox_publish_to(),
            context,
            icon: UploadIcon,
            sends: true,
            run: publishTo,
          },
        ]
      : []),
    ...(only ? withOne(only) : []),
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
      id: 'library.chosen.export',
      group: 'screen',
      label: m.transfer_menu_export(),
      context,
      icon: FileUpIcon,
      run: chosen.exportThem,
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
    ...(chosen.chooseAll
      ? [
          {
            id: 'library.chooseAll',
            group: 'screen' as const,
            label: m.shell_shortcut_select_all(),
            icon: ListChecksIcon,
            keys: ['Mod', 'A'],
            quiet: true,
            run: chosen.chooseAll,
          },
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
