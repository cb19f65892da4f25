/** The application menu: the system's own items, and Foyer's commands, which the window carries out. */
import { m } from '@shared/messages/messages';
import type { EventPayloads } from '@shared/bridge/events';
import { Menu, type MenuItemConstructorOptions } from 'electron';

type Command = EventPayloads['app.command'];

/** Puts the menu in place, in the language in use. */
export function setMenu(options: { isDevelopment: boolean; send(command: Command): void }): void {
  const command = (
    name: Command,
    label: string,
    accelerator: string,
  ): MenuItemConstructorOptions => ({
    label,
    accelerator,
    // The window's own key handlers act on Linux and Windows, where the menu is hidden; registering
    // the key twice would do it twice.
    registerAccelerator: process.platform === 'darwin',
    click: () => options.send(name),
  });
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: m.menu_file(),
      submenu: [
        command('newTheme', m.menu_new_theme(), 'CmdOrCtrl+N'),
        command('importThemes', m.transfer_menu_import(), 'CmdOrCtrl+O'),
        { type: 'separator' },
        command('settings', m.menu_settings(), 'CmdOrCtrl+,'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: m.menu_edit(),
      submenu: [
        command('undo', m.menu_undo(), 'CmdOrCtrl+Z'),
        command('redo', m.menu_redo(), 'Shift+CmdOrCtrl+Z'),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        command('search', m.menu_search(), 'CmdOrCtrl+F'),
      ],
    },
    {
      label: m.menu_view(),
      submenu: [
        command('palette', m.menu_palette(), 'CmdOrCtrl+K'),
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(options.isDevelopment
          ? ([{ role: 'reload' }, { role: 'toggleDevTools' }] as const)
          : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [{ label: m.menu_shortcuts(), click: () => options.send('shortcuts') }],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
