/** The shell: everything that needs Electron's windows, menus and files. */
export { createAppRoom } from './app-room';
export { prefetchDns } from './launcher/dns-prefetch';
export { createLauncherRoom, type LauncherRoom } from './launcher/launcher-room';
export { openLauncherWindow } from './launcher/launcher-window';
export { createCrashDetector, type CrashDetector } from './lifecycle/crash-detector';
export { createLoginStart } from './lifecycle/login-start';
export { watchNetwork } from './lifecycle/network-watch';
export { quitInOrder } from './lifecycle/quit';
export { refuseOtherStarts } from './lifecycle/single-instance';
export { quitAnyway, quitQuestion, type UnderWay, type Unsaved } from './lifecycle/quit-question';
export { soon } from './lifecycle/soon';
export { collectStartupProblems, type StartupProblems } from './lifecycle/startup-problems';
export { type SecondStart, type StartupQueue } from './lifecycle/startup-queue';
export { watchSystemEnd } from './lifecycle/system-end';
export { markStart, startMarks } from './lifecycle/startup-trace';
export { askFor, registerLinks, showLink } from './links/shown-link';
export { preferencesBackup } from './preferences/preferences-backup';
export {
  openPreferences,
  type LibraryMoved,
  type StoredPreferences,
} from './preferences/stored-preferences';
export { createWindowPreferences, type WindowPreferences } from './preferences/window-preferences';
export { sweepCliRequests, takeCliRequest, type TerminalAnswer } from './terminal/cli-handoff';
export { type Asked, type CommandLine, type TerminalCommand } from './terminal/command-line';
export { exitCodes, type ExitCode } from './terminal/exit-codes';
export { readHandedStart, type HandedStart } from './terminal/handed-start';
export { print } from './terminal/print';
export { answerTerminal } from './terminal/terminal';
export { failedAnswer, lostAnswer } from './terminal/unanswered';
export { updateChoices } from './updates/update-choices';
export { updateHost } from './updates/update-host';
export { updateSource } from './updates/update-source';
export { keepFirstScreen } from './windows/first-screen-file';
export { createFileQuestions } from './windows/file-questions';
export { whenShown, type MainWindow } from './windows/main-window';
export { createMainWindowKeeper, type MainWindowKeeper } from './windows/main-window-keeper';
export { setMenu } from './windows/application-menu';
export {
  notifyOfEnd,
  notifyOfOpen,
  notifyOfProblem,
  onNotificationsRefused,
} from './windows/notifications';
export { openInBrowser } from './windows/open-in-browser';
export { saveTextFile } from './windows/save-text-file';
export { isOnWaylandNow } from './windows/wayland-now';
export { sendEvents } from './windows/window-events';
export { developmentServerOf, type Windows, type WindowServices } from './windows/windows';
