/** Starting at login, into the tray: the system keeps the setting, each in its own way. */
import { app } from 'electron';
import {
  followProgram,
  isAutostarted,
  setAutostarted,
  type AutostartOptions,
} from './autostart-file';

/** Behind the program: no window, if there is a tray. */
const hidden = '--hidden';

export interface LoginStart {
  /** `undefined`: not possible, because this Foyer is not installed. */
  isOn(): Promise<boolean | undefined>;
  set(isOn: boolean): Promise<void>;
  /** Where it is on for a program that is gone, it is on for this one. */
  follow(): Promise<void>;
}

/** `profile` and `library` are those of the command line, which the next start needs as well. */
export function createLoginStart(folders: {
  profile: string | undefined;
  library: string | undefined;
}): LoginStart {
  const words = [
    ...(folders.profile === undefined ? [] : [`--profile=${folders.profile}`]),
    ...(folders.library === undefined ? [] : [`--library=${folders.library}`]),
    hidden,
  ];
  const linux = (): AutostartOptions => ({
    environment: process.env,
    home: app.getPath('home'),
    // An AppImage runs from a place that is another one each time.
    program: process.env['APPIMAGE'] ?? process.execPath,
    words,
    profile: folders.profile,
  });
  // On macOS no words can be given: `wasOpenedAtLogin` tells there.
  const windows = { path: process.execPath, args: words };
  return {
    async isOn() {
      if (!app.isPackaged) return undefined;
      if (process.platform === 'linux') return isAutostarted(linux());
      if (process.platform !== 'win32') return app.getLoginItemSettings().openAtLogin;
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(windows);
      // Switched off in the Task Manager, it is still registered.
      return openAtLogin && executableWillLaunchAtLogin;
    },
    async set(isOn) {
      if (!app.isPackaged) return;
      if (process.platform === 'linux') return setAutostarted(linux(), isOn);
      app.setLoginItemSettings({
        openAtLogin: isOn,
        ...(process.platform === 'win32' && { ...windows, enabled: isOn }),
      });
    },
    async follow() {
      // The other systems have installers, which look after it.
      if (app.isPackaged && process.platform === 'linux') await followProgram(linux());
    },
  };
}
