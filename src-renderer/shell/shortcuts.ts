/** The keys of the window, for the list that `?` opens. */
import { m } from '@shared/messages/messages';

export interface Shortcut {
  what: () => string;
  /** One or more ways, each a list of keys as `Kbd` takes them. */
  keys: readonly (readonly string[])[];
}

export interface ShortcutGroup {
  title: () => string;
  shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: m.shell_shortcuts_everywhere,
    shortcuts: [
      { what: m.shell_shortcut_new_theme, keys: [['Mod', 'N']] },
      { what: m.shell_shortcut_search, keys: [['/']] },
      {
        what: m.shell_shortcut_previews,
        keys: [
          ['Mod', '1'],
          ['Mod', '9'],
        ],
      },
      { what: m.shell_shortcut_settings, keys: [['Mod', ',']] },
      { what: m.shell_shortcut_undo_delete, keys: [['Mod', 'Z']] },
      { what: m.shell_shortcut_shortcuts, keys: [['?']] },
    ],
  },
  {
    title: m.shell_shortcuts_library,
    shortcuts: [
      { what: m.shell_shortcut_move, keys: [['←'], ['→'], ['↑'], ['↓']] },
      { what: m.shell_shortcut_open, keys: [['Enter']] },
      { what: m.shell_shortcut_select, keys: [['Space']] },
      { what: m.shell_shortcut_select_all, keys: [['Mod', 'A']] },
      { what: m.shell_shortcut_rename, keys: [['F2']] },
      { what: m.shell_shortcut_duplicate, keys: [['Mod', 'D']] },
      { what: m.shell_shortcut_delete, keys: [['Del']] },
      { what: m.shell_shortcut_clear_selection, keys: [['Esc']] },
    ],
  },
  {
    title: m.shell_shortcuts_studio,
    shortcuts: [
      { what: m.shell_shortcut_undo, keys: [['Mod', 'Z']] },
      { what: m.shell_shortcut_redo, keys: [['Mod', 'Shift', 'Z']] },
      { what: m.shell_shortcut_rename, keys: [['F2']] },
    ],
  },
];
