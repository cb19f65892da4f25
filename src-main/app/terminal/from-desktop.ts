/** Whether a start came from a desktop, where nobody reads what is printed. Pure. */

export interface Start {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  parent: number;
  /** One of the streams is a terminal. */
  hasTerminal: boolean;
  /** There is somewhere that text could go. */
  hasStreams: boolean;
}

/**
 * True only where the system says so: for a program that starts Foyer by itself, a dialog would be one
 * that nobody answers.
 */
export function isFromDesktop(start: Start): boolean {
  const { platform, environment, pid, parent, hasTerminal, hasStreams } = start;
  if (hasTerminal) return false;
  // Finder and the Dock start by launchd; Explorer gives a program with windows no streams.
  if (platform === 'darwin') return parent === 1;
  if (platform === 'win32') return !hasStreams;
  // Terminals hand these on to what is typed in them, but then there is a terminal; GLib's names the
  // process that it is for.
  return (
    environment['GIO_LAUNCHED_DESKTOP_FILE_PID'] === String(pid) ||
    Boolean(environment['XDG_ACTIVATION_TOKEN'] ?? environment['DESKTOP_STARTUP_ID'])
  );
}
