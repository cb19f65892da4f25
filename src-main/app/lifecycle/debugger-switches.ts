/** Switches by which any program of the same person could drive Foyer from outside. */
import { app } from 'electron';

/** The build is for tests of the installed program (`FOYER_TEST_BUILD=1` while it is built). */
declare const FOYER_TEST_BUILD: boolean;

const switches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-io-pipes',
  'remote-allow-origins',
];

/**
 * An installed Foyer does not listen for a debugger. There is no fuse for these switches; call it
 * before anything is waited for, because Chromium reads them when the app's first code has run.
 */
export function refuseDebugger(): void {
  if (!app.isPackaged || FOYER_TEST_BUILD) return;
  for (const name of switches) app.commandLine.removeSwitch(name);
}
