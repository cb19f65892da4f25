import { net, powerMonitor } from 'electron';

/** The system tells the windows of a change, but not this process: so it is asked. */
const askedEveryMs = 2_000;

/**
 * Calls `wake` when the computer woke up and when the system says that there is a network again. A
 * hint only: whether a service can be reached shows when it answers. Call it when the app is ready.
 */
export function watchNetwork(wake: () => void): void {
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  let wasOnline = net.isOnline();
  setInterval(() => {
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline) wake();
    wasOnline = isOnline;
  }, askedEveryMs);
}
