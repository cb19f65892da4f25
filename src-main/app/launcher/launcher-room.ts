/** The room *launcher*: the launcher window, its keys and the tray, and what a person chose of them. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { FoyerEvents } from '@shared/bridge/events';
import type { LauncherState } from '@shared/bridge/launcher';
import type { ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { Emit } from '../../bridge/bridge';
import type { Preferences } from '../../storage/storage';
import { keysAreDoubtful } from './doubtful-keys';
import { createLauncherKeys } from './launcher-keys';
import type { LauncherWindow } from './launcher-window';
import type { LoginStart } from '../lifecycle/login-start';
import type { StoredPreferences } from '../preferences/stored-preferences';
import { hasTray } from '../tray/has-tray';
import { showTray, type TrayIcon } from '../tray/tray';
import { trayMenu, type TrayOutbox } from '../tray/tray-menu';
import { isWaylandSession } from '../windows/wayland';

export interface LauncherRoomOptions {
  preferences: Preferences<StoredPreferences>;
  emit: Emit<FoyerEvents>;
  /** Makes the hidden window. */
  makeWindow(onShow: () => void): LauncherWindow;
  /** `undefined` while they can't be read. */
  shortcuts(): readonly ShownShortcut[] | undefined;
  /** The connection's name, where there are several. */
  workspaceOf(connectionId: string): string | undefined;
  outbox: TrayOutbox | undefined;
  loginStart: LoginStart;
  iconFolder: string;
  /** The launcher appears: names are looked up, and no more. */
  onShow(): void;
  /** The launcher's page listens. */
  onReady(): void;
  startFromTray(shortcut: ShownShortcut): void;
  /** Its page has heard why a preview that was started there sent nothing. */
  onRefusalSaid(problem: Problem): void;
  /** The same of what came of one. */
  onEndSaid(run: PreviewRun): void;
  open(): void;
  quit(): void;
  /** What nobody waits for went wrong. */
  readonly onTrouble: (error: unknown) => void;
}

export interface LauncherRoom {
  readonly handlers: Handlers<FoyerCalls>['launcher'];
  /** The launcher's window, while there is one. */
  window(): BrowserWindow | undefined;
  isVisible(): boolean;
  /** Makes what the person chose: keys with the hidden window, the tray, the start at login. */
  start(): Promise<void>;
  /** The preferences could not be read before, and can be: where it was started, it is what the person chose. */
  preferencesRead(): void;
  /** What the global keys do. */
  show(): void;
  /** Shortcuts, the outbox or the language changed. */
  update(): void;
  /** The tray's menu as it is now. */
  menu(): MenuItemConstructorOptions[];
  /** Whether a window that is closed now may live on in the tray. */
  mayCloseToTray(): Promise<boolean>;
  /** Whether a person can reach Foyer through its icon in the tray now. */
  isInTray(): Promise<boolean>;
  close(): void;
}

export function createLauncherRoom(options: LauncherRoomOptions): LauncherRoom {
  const { preferences, emit } = options;
  const display = { platform: process.platform, environment: process.env };
  let launcher: LauncherWindow | undefined;
  let tray: TrayIcon | undefined;
  let turn = 0;
  let isStarted = false;

  function ready(): LauncherWindow {
    if (launcher && !launcher.window.isDestroyed()) return launcher;
    launcher = options.makeWindow(() => {
      turn += 1;
      emit('launcher', 'shown', { turn });
    });
    return launcher;
  }

  function show(): void {
    const shown = ready();
    // The same keys take it away again.
    if (shown.isVisible()) return shown.hide();
    shown.show();
    options.onShow();
  }

  const keys = createLauncherKeys(() => {
    show();
    const pressed = preferences.get('launcherKeys');
    if (preferences.get('launcherKeysHeard') === pressed) return;
    preferences.set('launcherKeysHeard', pressed);
    changed().catch(options.onTrouble);
  });

  const menu = () =>
    trayMenu({
      shortcuts: options.shortcuts(),
      workspaceOf: (connectionId) => options.workspaceOf(connectionId),
      outbox: options.outbox,
      start: (shortcut) => options.startFromTray(shortcut),
      open: () => options.open(),
      quit: () => options.quit(),
    });

  async function followTray(): Promise<boolean> {
    const isThere = await hasTray(process.platform, process.env);
    const isWanted = isThere && preferences.get('isInTray');
    if (isWanted && !tray) {
      tray = showTray({
        iconFolder: options.iconFolder,
        menu,
        onOpen: () => options.open(),
      });
    } else if (!isWanted && tray) {
      tray.remove();
      tray = undefined;
    }
    return isThere;
  }

  async function state(): Promise<LauncherState> {
    const isThere = await followTray();
    return {
      keys: preferences.get('launcherKeys'),
      keysWork: keys.work(),
      keysAreDoubtful: keysAreDoubtful(
        display,
        preferences.get('launcherKeys'),
        preferences.get('launcherKeysHeard'),
      ),
      hasTray: isThere,
      isInTray: preferences.get('isInTray'),
      closesToTray: preferences.get('closesToTray'),
      startsAtLogin: (await options.loginStart.isOn()) ?? null,
    };
  }

  async function changed(): Promise<LauncherState> {
    const now = await state();
    emit('launcher', 'changed', now);
    return now;
  }

  function useKeys(wanted: string, keep?: () => void): boolean {
    const isGiven = keys.use(wanted, keep);
    if (keys.work()) ready();
    else launcher?.close();
    return isGiven;
  }

  /** Makes the keys and the tray what is chosen now. */
  async function takeChosen(): Promise<void> {
    useKeys(preferences.get('launcherKeys'));
    await changed();
  }

  return {
    handlers: {
      state,
      setKeys({ keys: wanted }) {
        if (!useKeys(wanted, () => preferences.set('launcherKeys', wanted))) {
          const isWayland = isWaylandSession(display);
          throw new ProblemError({ code: 'keysRefused', keys: wanted, isWayland });
        }
        return changed();
      },
      setTray({ isInTray, closesToTray }) {
        preferences.setAll({
          ...(isInTray !== undefined && { isInTray }),
          ...(closesToTray !== undefined && { closesToTray }),
        });
        return changed();
      },
      async setStartsAtLogin({ isOn }) {
        await options.loginStart.set(isOn);
        return changed();
      },
      ready() {
        options.onReady();
        return undefined;
      },
      hide() {
        launcher?.hide();
        return undefined;
      },
      refused(problem) {
        options.onRefusalSaid(problem);
        return undefined;
      },
      ended(run) {
        options.onEndSaid(run);
        return undefined;
      },
      fit({ height }) {
        launcher?.fit(height);
        return undefined;
      },
    },
    window: () => launcher?.window,
    isVisible: () => launcher?.isVisible() ?? false,
    async start() {
      isStarted = true;
      await takeChosen();
      await options.loginStart.follow();
    },
    preferencesRead() {
      // Before its start and after its end nobody opens anything.
      if (isStarted) takeChosen().catch(options.onTrouble);
    },
    show,
    update: () => tray?.update(),
    menu,
    async mayCloseToTray() {
      const isThere = await followTray();
      return isThere && preferences.get('isInTray') && preferences.get('closesToTray');
    },
    async isInTray() {
      return (await followTray()) && preferences.get('isInTray');
    },
    close() {
      isStarted = false;
      keys.use('');
      launcher?.close();
      tray?.remove();
      tray = undefined;
    },
  };
}
