/** A tray, as far as Foyer can tell: somebody has its name on the session's bus. */
import { openBus } from '../src-main/session-bus/session-bus';
import type { Home } from './foyer';

/** A desktop that has a tray until it is ended, or the bus is. */
export async function playTray(home: Home): Promise<{ end(): void }> {
  const bus = await openBus(home.keychain.env);
  const answer = await bus?.call('RequestName', 'org.kde.StatusNotifierWatcher', 0);
  if (!bus || answer?.number() !== 1) throw new Error('the bus gave the tray’s name to nobody');
  return { end: () => bus.close() };
}
