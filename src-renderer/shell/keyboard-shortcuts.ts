/** The keys of the window, for the list that `?` opens. */
import { m } from '@shared/messages/messages';
import { sharedCommands, type Keys, type SharedCommand } from '@shared/shared-commands';
import { selectionActions, themeKeys } from '../features/themes/theme-action-table';
import type { CommandGroup } from '../state/commands.svelte';
import { windowActions } from './window-actions';

interface Shortcut {
  what: string;
  /** One or more ways, each a list of keys as `Kbd` takes them. */
  keys: readonly Keys[];
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** What has keys is in the tables; what is here beside it has no other way. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  const inWindow = windowActions({ showShortcuts: () => undefined });
  const ofGroup = (wanted: CommandGroup) =>
    inWindow.flatMap(({ group, label, keys = [] }) =>
      group === wanted && keys.length > 0 ? { what: label, keys } : [],
    );
  const themes = (isInStudio: boolean) =>
    themeKeys(isInStudio).map(({ what, keys }) => ({ what: what(), keys }));
  const shared = ({ label, keys }: SharedCommand) => ({ what: label(), keys });
  return [
    {
      title: m.shell_shortcuts_everywhere(),
      shortcuts: [
        ...ofGroup('actions'),
        {
          what: m.shell_shortcut_previews(),
          keys: [['Mod', '1 – 9']],
        },
        { what: m.shell_shortcut_message(), keys: [['Alt', 'T']] },
        { what: m.shell_shortcut_close(), keys: [['Esc']] },
      ],
    },
    { title: m.palette_group_places(), shortcuts: ofGroup('places') },
    {
      title: m.shell_shortcuts_library(),
      shortcuts: [
        { what: m.shell_shortcut_move(), keys: [['←'], ['→'], ['↑'], ['↓']] },
        { what: m.shell_shortcut_row_ends(), keys: [['Home'], ['End']] },
        {
          what: m.shell_shortcut_ends(),
          keys: [
            ['Mod', 'Home'],
            ['Mod', 'End'],
          ],
        },
        { what: m.shell_shortcut_page(), keys: [['PgUp'], ['PgDn']] },
        { what: m.shell_shortcut_select(), keys: [['Space']] },
        ...Object.values(selectionActions).map(shared),
        ...themes(false),
        { what: m.transfer_shortcut_paste(), keys: [['Mod', 'V']] },
      ],
    },
    {
      title: m.shell_shortcuts_studio(),
      shortcuts: [
        shared(sharedCommands.undo),
        shared(sharedCommands.redo),
        ...themes(true),
        {
          what: m.shell_shortcut_zoom(),
          keys: [
            ['Mod', '+'],
            ['Mod', '-'],
          ],
        },
        { what: m.shell_shortcut_zoom_actual(), keys: [['Mod', '0']] },
        ...ofGroup('screen'),
      ],
    },
    {
      title: m.shell_shortcuts_css(),
      shortcuts: [
        { what: m.shell_shortcut_indent(), keys: [['Tab']] },
        { what: m.shell_shortcut_leave_css(), keys: [['Esc', 'Tab']] },
        { what: m.shell_shortcut_small_css(), keys: [['Esc']] },
      ],
    },
    {
      title: m.shell_activity(),
      shortcuts: [
        { what: m.shell_shortcut_move_requests(), keys: [['↑'], ['↓']] },
        { what: m.shell_shortcut_close_details(), keys: [['Esc']] },
      ],
    },
  ];
}
