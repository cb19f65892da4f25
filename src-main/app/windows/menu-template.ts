/** What stands in the application menu: plain data, so that each system's can be tried on any. */
import { m } from '@shared/messages/messages';
import { sharedCommands, type Keys, type SharedCommandName } from '@shared/shared-commands';
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuOptions {
  platform: NodeJS.Platform;
  isDevelopment: boolean;
  /** The window carries it out; where there is none, one is opened. */
  send(command: SharedCommandName): void;
}

const electronKeys: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  '←': 'Left',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

const placesInMenu = [
  'library',
  'previews',
  'billing',
  'domains',
  'activity',
  'starters',
  'bin',
] as const;

/**
 * The system's own items, and Foyer's commands. Undo and redo are Foyer's too: what they take back
 * depends on what has the focus, which the page knows.
 */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const command = (name: SharedCommandName): MenuItemConstructorOptions => {
    const { label, keys }: { label: () => string; keys: readonly Keys[] } = sharedCommands[name];
    // A sign alone is typed.
    const shown = keys.find((way) => way.length > 1);
    return {
      label: label(),
      ...(shown && { accelerator: shown.map((key) => electronKeys[key] ?? key).join('+') }),
      // The window's own key handlers act on Linux and Windows, where the menu is hidden; registering
      // the key twice would do it twice. On a Mac, Alt types signs in a field.
      registerAccelerator: isMac && shown?.includes('Mod') === true,
      click: () => options.send(name),
    };
  };
  const settings = command('settings');
  return [
    ...(isMac ? [macMenu(settings)] : []),
    {
      label: m.menu_file(),
      submenu: [
        command('newTheme'),
        command('importThemes'),
        separator,
        command('publish'),
        separator,
        ...(isMac
          ? [{ role: 'close' } as const]
          : [settings, separator, { role: 'quit' } as const]),
      ],
    },
    {
      label: m.menu_edit(),
      submenu: [
        command('undo'),
        command('redo'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        ...(isMac ? [{ role: 'pasteAndMatchStyle' } as const] : []),
        { role: 'delete' },
        { role: 'selectAll' },
        separator,
        command('search'),
      ],
    },
    {
      label: m.menu_view(),
      submenu: [
        command('palette'),
        separator,
        { role: 'togglefullscreen' },
        ...(options.isDevelopment
          ? ([{ role: 'reload' }, { role: 'toggleDevTools' }] as const)
          : []),
      ],
    },
    {
      label: m.palette_group_places(),
      submenu: [
        ...placesInMenu.map(command),
        separator,
        command('back'),
        command('previousTheme'),
        command('nextTheme'),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command('guide'),
        command('shortcuts'),
        command('news'),
        separator,
        command('reportProblem'),
      ],
    },
  ];
}

/** What macOS expects under the program's name. */
function macMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}
