/** Apart from the setting (`login-start.ts`), which a start does not need. */
import { app } from 'electron';

/** Whether macOS itself opened Foyer, at login. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
