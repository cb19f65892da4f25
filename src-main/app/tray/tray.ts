/** The icon in the system's tray, where the desktop has a tray. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron';

export interface TrayIcon {
  /** Builds the menu anew: a shortcut, a count or the language changed. */
  update(): void;
  remove(): void;
}

/** Shows the icon. `iconFolder` holds `tray.png`, and `trayTemplate.png` for macOS. */
export function showTray(options: {
  iconFolder: string;
  menu(): MenuItemConstructorOptions[];
  onOpen(): void;
}): TrayIcon {
  const file = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
  const tray = new Tray(join(options.iconFolder, file));
  tray.setToolTip('Foyer');
  // On Linux the first click opens the menu; on macOS as well.
  if (process.platform === 'win32') tray.on('click', () => options.onOpen());
  const update = () => {
    if (!tray.isDestroyed()) tray.setContextMenu(Menu.buildFromTemplate(options.menu()));
  };
  update();
  return {
    update,
    remove: () => {
      if (!tray.isDestroyed()) tray.destroy();
    },
  };
}

/** A desktop that takes longer than this over so short a question has no tray to rely on. */
const questionLimit = 2_000;

/**
 * Whether the desktop has a tray now. Windows and macOS always have; on Linux it is a program that
 * may be missing or go away, and an icon without it is nowhere (the desktops' specification of
 * status notifiers: whoever shows them owns this name on the session's bus).
 */
export function hasTray(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  const name = 'org.kde.StatusNotifierWatcher';
  return new Promise((resolve) => {
    execFile(
      'dbus-send',
      [
        ...['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'],
        ...['org.freedesktop.DBus.NameHasOwner', `string:${name}`],
      ],
      { timeout: questionLimit },
      // Without the program or the bus it can't be known, so it can't be relied on.
      (error, output) => resolve(error === null && /\bboolean true\b/u.test(output)),
    );
  });
}
