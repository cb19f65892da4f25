/**
 * The composition root: the only file that knows all rooms. It builds them, wires them to each other
 * and to the bridge, and starts the shell.
 */
import { join } from 'node:path';
import type { FoyerCalls } from '@shared/bridge/calls';
import { calls } from '@shared/bridge/calls';
import { callChannel, eventChannel, type Handlers } from '@shared/bridge/contract';
import { events } from '@shared/bridge/events';
import { m } from '@shared/messages/messages';
import { overwriteGetLocale } from '@shared/messages/runtime';
import { ProblemError } from '@shared/problem-error';
import {
  app,
  clipboard,
  ipcMain,
  nativeTheme,
  session as sessions,
  shell,
  type BrowserWindow,
  type IpcMainInvokeEvent,
} from 'electron';
import { createActivity } from './activity/activity';
import {
  cutOff,
  declareOwnScheme,
  openInBrowser,
  openMainWindow,
  openPreferences,
  preloadPath,
  readCommandLine,
  serveOwnPages,
  setMenu,
} from './app/app';
import { createBilling } from './billing/billing';
import { createEmitter, serve, type Listener, type Sender } from './bridge/bridge';
import { createConnections } from './connections/connections';
import { createCredentials, createSystemKeychain } from './credentials/credentials';
import { createDomains } from './domains/domains';
import { createLibrary } from './library/library';
import type { PracticeService } from './practice/practice';
import { createPreviews } from './previews/previews';
import { createPublishing } from './publishing/publishing';
import { createElectronTransport } from './service/electron-transport';
import { createServiceClient } from './service/service';
import { createLog, storageProblem, StorageError } from './storage/storage';

/** Its own code, so that a script can tell (architecture, *Terminal and second start*). */
const exitWithoutDisplay = 6;

if (
  process.platform === 'linux' &&
  !process.env['DISPLAY'] &&
  !process.env['WAYLAND_DISPLAY'] &&
  !app.commandLine.hasSwitch('headless')
) {
  // Electron would die on its way to `ready` without a word.
  process.stderr.write(`${m.no_display()}\n`);
  process.exit(exitWithoutDisplay);
}
