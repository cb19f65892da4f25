import { isWaylandSession, type Display } from '../windows/wayland';

/**
 * Whether it is open that the launcher's keys arrive. A Wayland desktop takes a registration and may
 * then pass the keys on to nobody, or while some programs are in front; that they work is known once
 * they were pressed.
 *
 * @param heard the keys that were pressed once, in Electron's words
 */
export function keysAreDoubtful(
  display: Pick<Display, 'platform' | 'environment'>,
  keys: string,
  heard: string,
): boolean {
  return isWaylandSession(display) && keys !== '' && keys !== heard;
}
