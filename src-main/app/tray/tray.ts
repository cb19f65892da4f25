/** The icon in the system's tray, where the desktop has a tray. */
import { join } from 'node:path';
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron';
import { trayIconFile } from './tray-icon';

export interface TrayIcon {
  /** Builds the menu anew: a shortcut, a count or the language changed. */
  update(): void;
  remove(): void;
}

/** Shows the icon; `iconFolder` holds the files of `tray-icon.ts`. */
export function showTray(options: {
  iconFolder: string;
  menu(): MenuItemConstructorOptions[];
  onOpen(): void;
}): TrayIcon {
  const tray = new Tray(join(options.iconFolder, trayIconFile(process.platform)));
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
