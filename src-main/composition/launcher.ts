/** The launcher and the tray, with what they show and start of the rooms. */
import { join } from 'node:path';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { NameIn } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import type { PreviewAsk } from '@shared/previews';
import { isStopped, isWaiting } from '@shared/outbox-reasons';
import type { OutboxSnapshot } from '@shared/publishing';
import { app } from 'electron';
import {
  askFor,
  createLauncherRoom,
  createLoginStart,
  isOnWaylandNow,
  prefetchDns,
  notifyOfProblem,
  openLauncherWindow,
  sendEvents,
  type LauncherRoom,
} from '../app/app';
import type { Listener } from '../bridge/bridge';
import { problemOfStorage } from '../storage/storage';
import type { Foundation } from './foundation';
import { PreviewEnds } from './preview-ends';
import type { Rooms, StoredRooms } from './rooms';

/** All that the launcher's page calls: another call from there is not its own. */
const launcherCalls: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
  'app.state',
  'connections.list',
  'previews.list',
  'previews.start',
  'launcher.ready',
  'launcher.fit',
  'launcher.hide',
  'launcher.refused',
  'launcher.ended',
]);

/** What the launcher and the tray ask of the windows; the shell fits. */
export interface LauncherHost {
  /** Brings the main window to the front. */
  readonly show: () => void;
  /** Has the main window show something to be confirmed. */
  readonly ask: (asked: PreviewAsk) => void;
  /** Whether a person can see in the main window how a preview ends. */
  isInSight(): boolean;
}

export interface Launcher extends LauncherRoom {
  /** Where a person hears how previews end. */
  readonly previewEnds: PreviewEnds;
  /** What waits in the outbox, or whether it is paused, is something else now. */
  outboxChanged(snapshot: OutboxSnapshot): void;
}

export function createLauncher(
  foundation: Foundation,
  { outbox, connections, proxy }: Rooms,
  previews: () => StoredRooms['previews'],
  shell: LauncherHost,
): Launcher {
  const { windows, emitter, emit, preferences, log } = foundation;
  let listener: Listener | undefined;
  let isPaused = false;
  let waiting = 0;
  let stopped = 0;
  let isReadable = true;

  const previewEnds = new PreviewEnds({
    show: shell.show,
    isInSight: () => shell.isInSight(),
    isLauncherInSight: () => room.isVisible(),
  });
  const room: LauncherRoom = createLauncherRoom({
    preferences,
    emit,
    makeWindow(onShow) {
      const opened = openLauncherWindow({
        ...windows.windowOptions(),
        isOnWayland: isOnWaylandNow(),
        onShow,
      });
      windows.add(opened.window, launcherCalls);
      listener = sendEvents(emitter, opened.window);
      // What it has not said by then it never says.
      opened.window.on('closed', () => previewEnds.isAnotherPage());
      return opened;
    },
    shortcuts: () => previews().shortcuts(),
    workspaceOf(connectionId) {
      const { list } = connections.snapshot();
      return list.length > 1 ? list.find(({ id }) => id === connectionId)?.label : undefined;
    },
    outbox: {
      isReadable: () => isReadable,
      waiting: () => waiting,
      stopped: () => stopped,
      isPaused: () => isPaused,
      setPaused(isPaused) {
        if (!isPaused) proxy.mayAskAgain();
        Promise.resolve(outbox.handlers.setPaused({ isPaused })).catch((error: unknown) => {
          const problem = error instanceof ProblemError ? error.problem : problemOfStorage(error);
          if (problem) notifyOfProblem(problem, shell.show);
          else log.error('tray.pause', { error: String(error) });
        });
      },
    },
    loginStart: createLoginStart(foundation.commandLine),
    iconFolder: join(app.getAppPath(), 'resources', 'icons'),
    onShow() {
      const shortcuts = previews().shortcuts() ?? [];
      const used = shortcuts.map(({ connectionId }) => connectionId);
      const services = connections.snapshot().list.filter(({ id }) => used.includes(id));
      prefetchDns(
        services.map(({ baseAddress }) => new URL(baseAddress).hostname),
        Date.now(),
      );
    },
    onReady() {
      previewEnds.isAnotherPage();
      if (listener) emitter.ready(listener);
    },
    startFromTray(shortcut) {
      if (shortcut.isNewRecipient) return shell.ask(askFor(shortcut));
      proxy.mayAskAgain();
      // What comes of it is told as with every other preview.
      previews()
        .start(shortcut, undefined, 'tray')
        .catch((error: unknown) => {
          if (!(error instanceof ProblemError)) log.error('tray.start', { error: String(error) });
        });
    },
    onRefusalSaid: (problem) => previewEnds.refusalSaid(problem),
    onEndSaid: (run) => previewEnds.endSaid(run),
    open: shell.show,
    quit: () => app.quit(),
    onTrouble: (error) => log.error('launcher.keys', { error: String(error) }),
  });
  return {
    ...room,
    previewEnds,
    outboxChanged(snapshot) {
      isPaused = snapshot.isPaused;
      waiting = snapshot.items.filter(isWaiting).length;
      stopped = snapshot.items.filter(isStopped).length;
      isReadable = snapshot.problem === undefined;
      room.update();
    },
  };
}
