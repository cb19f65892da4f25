/**
 * What all windows share: a session that is cut off, the pages that are served to it, and the door
 * for their calls. It is there before the rooms are, so that the main window's page is loaded while
 * they are; what asks meanwhile waits.
 */
import { join } from 'node:path';
import { callChannel } from '@shared/bridge/contract';
import type { Answer } from '@shared/problem';
import {
  app,
  ipcMain,
  session as sessions,
  type BrowserWindow,
  type IpcMainInvokeEvent,
  type Session,
} from 'electron';
import type { Sender } from '../../bridge/bridge';
import type { HardenedWindowOptions } from './hardened-window';
import type { TakenFirstScreen } from './first-screen-file';
import { openMainWindow, preloadPath, type MainWindow } from './main-window';
import { serveOwnPages, type HeldPicture } from './own-pages';
import { cutOff } from './window-session';

/** What the rooms do with the windows' wishes. */
export interface WindowServices {
  /** Answers a call. */
  answer(sender: Sender, name: unknown, input: unknown): Promise<Answer<unknown>>;
  /** Told of an answer that no page hears: the window that called, the main one or another, was closed before it. */
  unheard(name: unknown, answer: Answer<unknown>, isOfMain: boolean): void;
  /** A picture that is held already. */
  picture: HeldPicture;
}

export interface Windows {
  /** What a window is made with. */
  windowOptions(): Pick<HardenedWindowOptions, 'session' | 'preload' | 'log'>;
  /**
   * Opens the main window. Call it when the app is ready.
   * @param firstScreen what its page shows until it is answered
   */
  openMain(firstScreen?: TakenFirstScreen): MainWindow;
  /** From now on the window's calls are heard, or these alone, until it is closed. */
  add(window: BrowserWindow, calls?: ReadonlySet<unknown>): void;
  /** From now on what the windows ask is answered, what waited included; once. */
  serve(services: WindowServices): void;
}

export interface WindowsOptions {
  /** Where the built main lies. */
  mainFolder: string;
  /** The address of electron-vite's server, in development. */
  developmentServer: string | undefined;
  log: HardenedWindowOptions['log'] & { error(event: string, fields?: object): void };
}

/** Opens the door; nothing else is done before the first window. */
export function createWindows({ mainFolder, developmentServer, log }: WindowsOptions): Windows {
  const own = new Map<BrowserWindow, ReadonlySet<unknown> | undefined>();
  let begin: (services: WindowServices) => void = () => undefined;
  const services = new Promise<WindowServices>((resolve) => (begin = resolve));
  let session: Session | undefined;
  let screen: string | undefined;

  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown) => {
    // Read at once: later the frame may be another, or none.
    const [window, calls] =
      [...own].find(([one]) => !one.isDestroyed() && one.webContents.id === event.sender.id) ?? [];
    const sender = senderOf(event, !calls || calls.has(name) ? window : undefined);
    const given = await services;
    const answer = await given.answer(sender, name, input);
    if (event.sender.isDestroyed()) given.unheard(name, answer, window !== undefined && !calls);
    return answer;
  });

  function preparedSession(): Session {
    if (session) return session;
    session = sessions.defaultSession;
    cutOff(session, developmentServer, (error) =>
      log.error('window.notCutOff', { error: String(error) }),
    );
    serveOwnPages(
      session,
      developmentServer === undefined
        ? { folder: join(mainFolder, '..', 'renderer') }
        : { developmentServer },
      async (id) => (await services).picture(id),
      () => {
        const taken = screen;
        screen = undefined;
        return taken;
      },
    );
    return session;
  }

  const windowOptions = () => ({
    session: preparedSession(),
    preload: preloadPath(mainFolder),
    log,
  });
  function add(window: BrowserWindow, calls?: ReadonlySet<unknown>): void {
    own.set(window, calls);
    window.on('closed', () => own.delete(window));
  }

  return {
    windowOptions,
    openMain(known) {
      screen = known?.page;
      const opened = openMainWindow(windowOptions(), known);
      add(opened.window);
      return opened;
    },
    add,
    serve: (given) => begin(given),
  };
}

/** Describes the sender of a call, which is of that window, where Foyer has it open and hears the call. */
function senderOf(event: IpcMainInvokeEvent, window: BrowserWindow | undefined): Sender {
  const frame = event.senderFrame;
  const contents = window?.webContents;
  return {
    isOurWindow: contents !== undefined,
    isTopFrame: frame !== null && frame.routingId === contents?.mainFrame.routingId,
    url: frame?.url ?? '',
  };
}

/** electron-vite's server, where the app was started by it. */
export function developmentServerOf(): string | undefined {
  return app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
}
