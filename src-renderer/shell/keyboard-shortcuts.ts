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
      { what: m.palette_title, keys: [['Mod', 'K']] },
      { what: m.shell_shortcut_new_theme, keys: [['Mod', 'N']] },
      { what: m.transfer_shortcut_import, keys: [['Mod', 'O']] },
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
      { what: m.shell_shortcut_message, keys: [['Alt', 'T']] },
      { what: m.shell_shortcut_close, keys: [['Esc']] },
      { what: m.shell_shortcut_shortcuts, keys: [['?']] },
    ],
  },
  {
    title: m.shell_shortcuts_library,
    shortcuts: [
      { what: m.shell_shortcut_move, keys: [['←'], ['→'], ['↑'], ['↓']] },
      { what: m.shell_shortcut_row_ends, keys: [['Home'], ['End']] },
      {
        what: m.shell_shortcut_ends,
        keys: [
          ['Mod', 'Home'],
          ['Mod', 'End'],
        ],
      },
      { what: m.shell_shortcut_page, keys: [['PgUp'], ['PgDn']] },
      { what: m.shell_shortcut_open, keys: [['Enter']] },
      { what: m.shell_shortcut_select, keys: [['Space']] },
      { what: m.shell_shortcut_select_all, keys: [['Mod', 'A']] },
      { what: m.shell_shortcut_rename, keys: [['F2']] },
      { what: m.shell_shortcut_duplicate, keys: [['Mod', 'D']] },
      { what: m.transfer_shortcut_paste, keys: [['Mod', 'V']] },
      { what: m.shell_shortcut_delete, keys: [['Del']] },
      { what: m.shell_shortcut_clear_selection, keys: [['Esc']] },
    ],
  },
  {
    title: m.shell_shortcuts_studio,
    shortcuts: [
      { what: m.shell_shortcut_undo, keys: [['Mod', 'Z']] },
      {
        what: m.shell_shortcut_redo,
        keys: [
          ['Mod', 'Shift', 'Z'],
          ['Mod', 'Y'],
        ],
      },
      { what: m.shell_shortcut_rename, keys: [['F2']] },
    ],
  },
  {
    title: m.shell_shortcuts_css,
    shortcuts: [
      { what: m.shell_shortcut_indent, keys: [['Tab']] },
      { what: m.shell_shortcut_leave_css, keys: [['Esc', 'Tab']] },
    ],
  },
  {
    title: m.shell_activity,
    shortcuts: [
      { what: m.shell_shortcut_move_requests, keys: [['↑'], ['↓']] },
      { what: m.shell_shortcut_close_details, keys: [['Esc']] },
    ],
  },
];
