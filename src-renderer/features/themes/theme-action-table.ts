/**
 * What can be done with themes: what each action is called, its icon, its keys and when it applies,
 * once for the card's menu, the selection's bar, the studio's menu, the palette, the keys and their
 * list. How it is done is said by the screen (`Doing`).
 */
import Columns from '@lucide/svelte/icons/columns-2';
import Diff from '@lucide/svelte/icons/diff';
import Copy from '@lucide/svelte/icons/copy';
import FileUp from '@lucide/svelte/icons/file-up';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Link from '@lucide/svelte/icons/link';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Network from '@lucide/svelte/icons/network';
import Pencil from '@lucide/svelte/icons/pencil';
import Send from '@lucide/svelte/icons/send';
import SquareArrowOutUpRight from '@lucide/svelte/icons/square-arrow-out-up-right';
import Star from '@lucide/svelte/icons/star';
import Tag from '@lucide/svelte/icons/tag';
import Trash from '@lucide/svelte/icons/trash-2';
import Upload from '@lucide/svelte/icons/upload';
import X from '@lucide/svelte/icons/x';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { sharedCommands, type Keys, type SharedCommandName } from '@shared/shared-commands';
import type { Command } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import type { Icon } from '../../ui/icon';
import type { MenuItem } from '../../ui/menu';

/** What an action looks at in a theme. */
type ActedTheme = Pick<ThemeSummary, 'isReadOnly' | 'conflictOf'> & { readonly id?: string };

interface Row {
  /** What it is called wherever that is not said more exactly. */
  label: () => string;
  /** What it is called for so many themes, or for these. */
  exactly?: (count: number, themes: readonly ActedTheme[]) => string;
  /** What the bar calls it for so many; what has no word is not in the bar. */
  inBar?: (count: number) => string | undefined;
  icon: Icon;
  keys?: readonly Keys[];
  /** The item of the system's menu that does it. */
  menu?: SharedCommandName;
  /** Its keys do it in the studio as well, to the theme that is open. */
  isKeyInStudio?: true;
  /** Not with several at once. */
  isForOne?: true;
  /** Not with a theme that a newer Foyer made, which can only be looked at. */
  isForWritable?: true;
  isOffered?: (themes: readonly ActedTheme[]) => boolean;
  danger?: true;
  /** In a menu it begins a group. */
  begins?: true;
  /** As a command says them. */
  sends?: true;
  alters?: true;
}

const rows = {
  open: {
    label: m.library_menu_open,
    icon: SquareArrowOutUpRight,
    keys: [['Enter']],
    isForOne: true,
  },
  rename: {
    label: m.library_menu_rename,
    icon: Pencil,
    keys: [['F2']],
    isKeyInStudio: true,
    isForOne: true,
    isForWritable: true,
  },
  duplicate: {
    label: m.library_menu_duplicate,
    inBar: () => m.library_menu_duplicate(),
    icon: Copy,
    keys: [['Mod', 'D']],
    isForWritable: true,
    alters: true,
  },
  publish: {
    ...sharedCommands.publish,
    exactly: (count) => {
      const label = connections.current?.label ?? '';
      return count === 1
        ? m.studio_publish_to({ label })
        : m.library_selection_publish({ count, connection: label });
    },
    icon: Upload,
    menu: 'publish',
    begins: true,
    isKeyInStudio: true,
    isForWritable: true,
    isOffered: () => connections.current !== null,
    sends: true,
  },
  publishTo: {
    label: m.outbox_publish_to,
    icon: Send,
    isForWritable: true,
    isOffered: () => connections.list.length > 1,
    sends: true,
  },
  places: {
    label: m.library_menu_places,
    icon: Network,
    isForOne: true,
    isOffered: () => connections.list.length > 1,
  },
  link: { label: m.library_menu_link, icon: Link, isForOne: true, isForWritable: true },
  favourite: {
    label: m.library_menu_favourite,
    exactly: (_count, themes) =>
      themes.every(({ id = '' }) => favourites.has(id))
        ? m.library_menu_favourite_end()
        : m.library_menu_favourite(),
    icon: Star,
    begins: true,
  },
  tags: {
    label: m.library_menu_tags,
    inBar: () => m.library_selection_tags(),
    icon: Tag,
    isForWritable: true,
  },
  compare: {
    label: m.library_menu_compare,
    icon: Diff,
    isForOne: true,
    isOffered: (themes) => themes.some(({ conflictOf }) => conflictOf !== undefined),
  },
  compareWith: {
    label: m.library_menu_compare_with,
    exactly: (count) =>
      count === 2 ? m.library_menu_compare_two() : m.library_menu_compare_with(),
    inBar: (count) => (count === 2 ? m.library_menu_compare_two() : undefined),
    icon: Columns,
    isOffered: (themes) =>
      themes.length === 2 || (themes.length === 1 && library.themes.length > 1),
  },
  showFile: {
    label: m.library_menu_show_file,
    icon: FolderOpen,
    begins: true,
    isForOne: true,
  },
  export: {
    label: m.transfer_menu_export,
    inBar: () => m.transfer_export(),
    icon: FileUp,
    isForWritable: true,
  },
  delete: {
    label: m.library_menu_delete,
    inBar: () => m.library_menu_delete(),
    icon: Trash,
    keys: [['Del'], ['Mod', 'Backspace']],
    danger: true,
    begins: true,
    alters: true,
  },
} as const satisfies Record<string, Row>;

export type ThemeActionId = keyof typeof rows;

const table = Object.entries(rows) as readonly (readonly [ThemeActionId, Row])[];

/** How a screen does what it offers; what it has no way for is not offered there. */
export type Doing = Partial<Record<ThemeActionId, () => void>>;

/** An action over certain themes, as they are now. */
export interface ThemeAction extends Pick<
  Row,
  'icon' | 'menu' | 'inBar' | 'danger' | 'begins' | 'sends' | 'alters'
> {
  id: ThemeActionId;
  /** The ids of these themes, as a command has them. */
  target: string;
  label: string;
  keys: readonly Keys[] | undefined;
  /** It is there and can't be done with these. */
  disabled: boolean;
  run: () => void;
}

/** What can be done with these themes, in the order of menus. */
export function themeActions(
  themes: readonly ActedTheme[],
  doing: Doing,
  isInStudio = false,
): ThemeAction[] {
  const target = themes.map((theme) => theme.id ?? '').join(' ');
  return table.flatMap(([id, row]) => {
    const run = doing[id];
    const isOffered = row.isOffered?.(themes) ?? true;
    if (!run || !isOffered || (row.isForOne && themes.length !== 1)) return [];
    const { label, exactly, keys, ...rest } = row;
    return {
      ...rest,
      id,
      target,
      label: exactly?.(themes.length, themes) ?? label(),
      keys: isInStudio && !row.isKeyInStudio ? undefined : keys,
      disabled: row.isForWritable === true && themes.every(({ isReadOnly }) => isReadOnly),
      run,
    };
  });
}

/** As a menu has them: in groups, with what loses something apart, at the end. */
export function themeMenu(actions: readonly ThemeAction[]): MenuItem[] {
  return actions.flatMap(({ keys, begins, ...action }, at): MenuItem[] => {
    const item = { ...action, keys: keys?.[0] };
    return begins && at > 0 ? [{ separator: true }, item] : [item];
  });
}

/** As the palette has them. */
export function themeActionCommands(
  actions: readonly ThemeAction[],
  context: string | undefined,
): Command[] {
  return actions
    .filter(({ disabled }) => !disabled)
    .map(({ id, target, label, icon, keys, menu, sends, alters, run }) => ({
      ...{ id: `theme.${id}`, target, group: 'screen', label, context, icon },
      ...{ keys, menu, sends, alters, run },
    }));
}

/** The keys of the table, for their list. */
export function themeKeys(isInStudio = false): { what: () => string; keys: readonly Keys[] }[] {
  return table.flatMap(([, { label, keys, isKeyInStudio }]) =>
    keys && (isKeyInStudio ?? !isInStudio) ? [{ what: label, keys }] : [],
  );
}

/** What chooses among the cards. */
export const selectionActions = {
  all: { label: m.shell_shortcut_select_all, icon: ListChecks, keys: [['Mod', 'A']] },
  clear: { label: m.library_selection_clear, icon: X, keys: [['Esc']] },
} as const satisfies Record<string, Row>;
