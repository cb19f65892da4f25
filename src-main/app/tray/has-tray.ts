import { isOnBus, type Environment } from '../../session-bus/session-bus';

/**
 * Whether the desktop has a tray now. Windows and macOS always have; on Linux it is a program that
 * may be missing or go away, and an icon without it is nowhere (the desktops' specification of
 * status notifiers: whoever shows them owns this name on the session's bus). What can't be known
 * can't be relied on.
 */
export async function hasTray(
  platform: NodeJS.Platform,
  environment: Environment,
): Promise<boolean> {
  if (platform !== 'linux') return true;
  return (await isOnBus('org.kde.StatusNotifierWatcher', { environment })) === true;
}
