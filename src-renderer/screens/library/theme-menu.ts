/** The menu of one card. */
import ColumnsIcon from '@lucide/svelte/icons/columns-2';
import CopyIcon from '@lucide/svelte/icons/copy';
import FileUpIcon from '@lucide/svelte/icons/file-up';
import LinkIcon from '@lucide/svelte/icons/link';
import PencilIcon from '@lucide/svelte/icons/pencil';
import SquareArrowOutUpRightIcon from '@lucide/svelte/icons/square-arrow-out-up-right';
import TagIcon from '@lucide/svelte/icons/tag';
import TrashIcon from '@lucide/svelte/icons/trash-2';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { transfer } from '../../state/transfer.svelte';
import type { MenuItem } from '../../ui/menu';
import type { LibraryScreen } from './library-screen.svelte';
import { openTheme } from '../../features/themes/theme-actions';

/** What can be done with one theme. A theme that can only be read can't be changed or exported. */
export function themeMenu(theme: ThemeSummary, screen: LibraryScreen): MenuItem[] {
  const disabled = theme.isReadOnly;
  return [
    {
      label: m.library_menu_open(),
      icon: SquareArrowOutUpRightIcon,
      keys: ['Enter'],
      run: () => openTheme(theme.id),
    },
    {
      label: m.library_menu_rename(),
      icon: PencilIcon,
      keys: ['F2'],
      disabled,
      run: () => screen.startRenaming(theme),
    },
    {
      label: m.library_menu_duplicate(),
      icon: CopyIcon,
      keys: ['Mod', 'D'],
      disabled,
      run: () => void screen.duplicate([theme]),
    },
    {
      label: m.library_menu_tags(),
      icon: TagIcon,
      disabled,
      run: () => screen.editTags([theme]),
    },
    {
      label: m.library_menu_link(),
      icon: LinkIcon,
      disabled,
      run: () => void screen.link(theme),
    },
    ...(theme.conflictOf
      ? [
          {
            label: m.library_menu_compare(),
            icon: ColumnsIcon,
            run: () => void screen.compare(theme),
          },
        ]
      : []),
    {
      label: m.transfer_menu_export(),
      icon: FileUpIcon,
      disabled,
      run: () => void transfer.exportThemes([theme.id]),
    },
    { separator: true },
    {
      label: m.library_menu_delete(),
      icon: TrashIcon,
      keys: ['Del'],
      danger: true,
      run: () => void screen.remove([theme]),
    },
  ];
}
