/** The shell: everything that needs Electron's windows, menus and files. */
export { createAppRoom } from './app-room';
export { readCommandLine, type CommandLine } from './command-line';
export { createFileQuestions } from './file-questions';
export { openMainWindow, preloadPath } from './main-window';
export { setMenu } from './menu';
export { openInBrowser } from './open-in-browser';
export { declareOwnScheme, serveOwnPages, type PageSource } from './own-pages';
export { openPreferences, type StoredPreferences } from './preferences';
export { beginRun } from './run-marker';
export { preferencesBackup } from './preferences-backup';
export { saveTextFile } from './save-text-file';
export { senderOf } from './sender';
export { collectTroubles } from './troubles';
export { watchNetwork } from './network';
export { cutOff } from './window-session';
