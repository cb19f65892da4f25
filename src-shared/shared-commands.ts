/**
 * What a person can ask of the window from the system's menu too: its name and its keys, once for the
 * menu, which main makes, and for the palette, the keys and their list in the window.
 */
import { m } from './messages/messages';

/**
 * Keys pressed together, each as its cap says: `Mod` is Ctrl, and ⌘ on a Mac; `Esc`, `Del`, `PgUp`
 * and the arrows are called so.
 */
export type Keys = readonly string[];

export interface SharedCommand {
  label: () => string;
  /** The ways; the first is shown beside the label. */
  keys: readonly Keys[];
}

/** By the name that crosses the bridge. */
export const sharedCommands = {
  newTheme: { label: m.library_new_theme, keys: [['Mod', 'N']] },
  importThemes: { label: m.transfer_menu_import, keys: [['Mod', 'O']] },
  search: { label: m.palette_search, keys: [['/'], ['Mod', 'F']] },
  palette: { label: m.palette_title, keys: [['Mod', 'K']] },
  shortcuts: { label: m.palette_shortcuts, keys: [['?']] },
  guide: { label: m.help_guide, keys: [['F1']] },
  news: { label: m.help_news, keys: [] },
  reportProblem: { label: m.help_report, keys: [] },
  undo: { label: m.studio_undo, keys: [['Mod', 'Z']] },
  redo: {
    label: m.studio_redo,
    keys: [
      ['Mod', 'Shift', 'Z'],
      ['Mod', 'Y'],
    ],
  },
  publish: { label: m.library_menu_publish, keys: [['Mod', 'Shift', 'P']] },
  library: { label: m.shell_library, keys: [['Alt', '1']] },
  previews: { label: m.shell_previews, keys: [['Alt', '2']] },
  billing: { label: m.shell_billing, keys: [['Alt', '3']] },
  domains: { label: m.shell_domains, keys: [['Alt', '4']] },
  activity: { label: m.shell_activity, keys: [['Alt', '5']] },
  starters: { label: m.shell_starters, keys: [['Alt', '6']] },
  bin: { label: m.shell_bin, keys: [['Alt', '7']] },
  settings: {
    label: m.shell_settings,
    keys: [
      ['Mod', ','],
      ['Alt', '8'],
    ],
  },
  back: { label: m.studio_command_back, keys: [['Esc'], ['Alt', '←']] },
  nextTheme: { label: m.studio_command_next, keys: [['Mod', 'PgDn']] },
  previousTheme: { label: m.studio_command_previous, keys: [['Mod', 'PgUp']] },
} as const satisfies Record<string, SharedCommand>;

export type SharedCommandName = keyof typeof sharedCommands;
