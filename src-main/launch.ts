/**
 * How the program begins: it reads the command line and hands it to the Foyer that runs, if one
 * does. The rooms are in `index.ts`, which is loaded only by the one that needs them, so that a
 * command in the terminal does not wait for all of it.
 */
import { accessSync, constants, existsSync, fstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { appId } from '@shared/app-id';
import { m } from '@shared/messages/messages';
import { app, dialog, Menu } from 'electron';
import { ownWords, readCommandLine, type CommandLine } from './app/terminal/command-line';
import { refuseDebugger } from './app/lifecycle/debugger-switches';
import { holdEarlyQuit } from './app/lifecycle/early-quit';
import { exitCodes, type ExitCode } from './app/terminal/exit-codes';
import { openCliRequest, type CliRequest, type TerminalAnswer } from './app/terminal/cli-handoff';
import { isFromDesktop } from './app/terminal/from-desktop';
import { print } from './app/terminal/print';
import { inOneSentence } from './app/terminal/printed-answer';
import { quietEverySession } from './app/windows/every-session';
import { wasOpenedAtLogin } from './app/lifecycle/opened-at-login';
import { becomeSingleInstance } from './app/lifecycle/single-instance';
import { declareOwnScheme } from './app/windows/own-pages';
import { canHandOver, startMessage } from './app/terminal/start-message';
import { createStartupQueue } from './app/lifecycle/startup-queue';
import { markStart } from './app/lifecycle/startup-trace';
import { takeFirstScreen } from './app/windows/first-screen-file';
import { createWindows, developmentServerOf } from './app/windows/windows';
import { answerOfRequest, unanswered } from './app/terminal/unanswered';
import { usageErrorAnswer, usageErrorText } from './app/terminal/usage-error';
import { speakHttp1Only, startNetwork } from './service/electron-transport';
import type { OwnCode } from './code-cache/code-cache';
import { createLog } from './logging/logging';

markStart('begun');
void app.whenReady().then(() => markStart('ready'));
refuseDebugger();
const folder = workingFolder();
const commandLine = readCommandLine(ownWords(process.argv, process.defaultApp === true), {
  folder,
  exists: existsSync,
});
const { asked } = commandLine;
/** Whether a script reads what is answered. */
const json = 'json' in asked && asked.json;

/** Where the words were typed; a folder that was deleted since has no name any more. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return app.getPath('home');
  }
}

/** Prints, and ends when all of it was taken. */
async function end({ code, out = '', err = '' }: Partial<TerminalAnswer>): Promise<void> {
  await print({ out, err });
  process.exit(code);
}

/** What needs no Foyer to answer it, and what none could be started for. */
function answerAtOnce(): Partial<TerminalAnswer> | undefined {
  if (asked.kind === 'nothing') return { code: exitCodes.started };
  if (asked.kind === 'help') return { code: exitCodes.started, out: `${m.terminal_help()}\n` };
  if (asked.kind === 'version') return { code: exitCodes.started, out: `${app.getVersion()}\n` };
  if (asked.kind === 'usageError') return usageErrorAnswer(json, asked.reason);
  const hasDisplay =
    process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  // Electron would die on its way to `ready` without a word.
  return hasDisplay ? undefined : inOneSentence(json, exitCodes.noDisplay, m.no_display());
}

/** What Electron takes only before it is ready. */
function prepare(): void {
  // Without it Windows shows no notification, or under another name.
  if (process.platform === 'win32') app.setAppUserModelId(appId);
  if (commandLine.profile !== undefined) app.setPath('userData', commandLine.profile);
  // The window is there before its menu is: Electron's own would open developer tools meanwhile.
  Menu.setApplicationMenu(null);
  declareOwnScheme();
  speakHttp1Only();
  quietEverySession();
  // On Wayland the desktop's portal gives keys to programs.
  app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
  // V8 would let a page's garbage grow to 48 MB before it looks: all of what a window that is used
  // takes more than one that is not (docs/performance.md).
  app.commandLine.appendSwitch('js-flags', '--max-semi-space-size=2');
  // The windows' pages name no hosts; nothing looks one up ahead of a request.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
}

async function answerOrLaunch(code: OwnCode): Promise<void> {
  if (asked.kind === 'usageError' && wasOpenedFromDesktop()) {
    return refuse(exitCodes.usageError, usageErrorText(asked.reason).trim());
  }
  const answer = answerAtOnce();
  if (answer) return end(answer);
  prepare();
  await launch(commandLine, code);
}

/** Says what kept Foyer from starting. */
async function giveUp(error: unknown): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // A command is answered in its terminal; for a window that does not come, there is no other place.
  const isCommand = asked.kind === 'preview' || asked.kind === 'list';
  if (!isCommand) return refuse(exitCodes.unknown, m.start_failed({ detail: text }));
  await end(unanswered(asked, { preview: text, list: text }));
}

/** `code` is what loaded this file. */
export function begin(code: OwnCode): void {
  answerOrLaunch(code)
    .catch(giveUp)
    .catch(() => app.exit(exitCodes.unknown));
}

function wasOpenedFromDesktop(): boolean {
  const { platform, env: environment, pid, ppid: parent } = process;
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  return isFromDesktop({
    platform,
    environment,
    pid,
    parent,
    hasTerminal,
    hasStreams: hasStreams(),
  });
}

/** Windows gives a program with windows none where Explorer starts it. */
function hasStreams(): boolean {
  try {
    fstatSync(process.stdout.fd);
    return true;
  } catch {
    return false;
  }
}

async function launch({ asked }: CommandLine, code: OwnCode): Promise<void> {
  const command = asked.kind === 'preview' || asked.kind === 'list' ? asked : undefined;
  const needsAnswer = command !== undefined;
  // The request waits before it is handed over: who takes it finds it there.
  const profile = app.getPath('userData');
  let request: CliRequest | undefined;
  try {
    if (needsAnswer) request = openCliRequest(profile);
  } catch {
    // Nothing can be handed over, and what is about to be sent could not be written down either.
    return end(inOneSentence(json, exitCodes.notSent, m.terminal_no_profile({ path: profile })));
  }
  // Where no lock can be made, the start would look like a second one and end without a word.
  if (!isWritable(profile)) {
    return refuse(exitCodes.notSent, m.start_no_profile({ path: profile }));
  }
  const message = startMessage(asked, request?.id);
  if (!canHandOver(process.argv, folder, message)) {
    await request?.close();
    if (asked.kind !== 'files') {
      return end(inOneSentence(json, exitCodes.usageError, m.terminal_too_long()));
    }
    return refuse(exitCodes.usageError, m.terminal_too_many_files());
  }
  // From here on another Foyer may send it: until Chromium listens for Ctrl C, which is later, that would
  // end this one as if nothing had been asked for.
  const waiting = new AbortController();
  const breakOffRequest = (): void => {
    waiting.abort();
    request?.breakOff();
  };
  // Once Chromium listens, it makes a quit of every signal; until it is handed over, nobody was asked for anything.
  const breakOffWait = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    waiting.abort();
  };
  if (request) process.on('SIGINT', breakOffRequest);
  if (request) app.on('before-quit', breakOffWait);
  const instance = await becomeSingleInstance(profile, message, waiting.signal);
  app.off('before-quit', breakOffWait);
  if (instance === 'brokenOff') {
    await request?.close();
    return end(inOneSentence(json, exitCodes.notSent, m.start_broken_off()));
  }
  if (instance === 'unreachable') {
    await request?.close();
    if (needsAnswer) return end(inOneSentence(json, exitCodes.notSent, m.start_unreachable()));
    return refuse(exitCodes.notSent, m.start_unreachable());
  }
  if (instance === 'first') process.off('SIGINT', breakOffRequest);
  else {
    if (request && command) {
      // An end without an answer says what is known, and not that all went well.
      app.on('before-quit', (event) => {
        event.preventDefault();
        request.giveUp();
      });
      // Chromium makes a quit of every signal: Ctrl C is taken back from it, for the end of a terminal's
      // session is no word about what was asked for.
      void app.whenReady().then(() => {
        process.off('SIGINT', breakOffRequest);
        process.on('SIGINT', breakOffRequest);
      });
      return end(answerOfRequest(await request.end(), command));
    }
    app.quit();
    return;
  }
  const startupQueue = createStartupQueue();
  app.on('second-instance', (_event, _words, _folder, data) => startupQueue.add({ data }));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    startupQueue.add({ data: { asked: { kind: 'link', link } } });
  });
  // On macOS the words of the command line hold no file; one event comes for each, also before `ready`.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    startupQueue.add({ data: { asked: { kind: 'files', files: [path], link: undefined } } });
  });
  const endEarlyQuit = holdEarlyQuit(startupQueue, needsAnswer);
  const log = createLog({ folder: join(app.getPath('userData'), 'logs') });
  process.on('uncaughtException', (error) => log.error('main.uncaught', { error: error.stack }));
  process.on('unhandledRejection', (reason) => {
    log.error('main.unhandled', { error: reason instanceof Error ? reason.stack : String(reason) });
  });
  const place = { profile, version: app.getVersion(), library: commandLine.library };
  const firstScreen = needsAnswer || asked.kind === 'hidden' ? undefined : takeFirstScreen(place);
  const windows = createWindows({
    mainFolder: join(app.getAppPath(), 'out', 'main'),
    developmentServer: developmentServerOf(),
    log,
  });
  // What is sent first of all waits for Chromium; its processes start while the rooms are loaded.
  if (asked.kind !== 'list') await app.whenReady();
  if (asked.kind === 'preview') {
    startNetwork().catch((error: unknown) => log.warn('main.network', { error: String(error) }));
  }
  const isHidden = asked.kind === 'hidden' || (asked.kind === 'open' && wasOpenedAtLogin());
  const firstWindow = needsAnswer || isHidden ? undefined : windows.openMain(firstScreen);
  markStart('windowMade');
  // First of all the page: loading the rooms would hold the thread that it needs.
  if (firstWindow) await Promise.race([firstWindow.pageBuilt, delay(longestForPageMs)]);
  markStart('pageBuilt');
  // A command that is broken off while Foyer starts has sent nothing, and has not gone well.
  const breakOff = () => app.exit(exitCodes.notSent);
  if (needsAnswer) app.on('before-quit', breakOff);
  const [{ start }] = await Promise.all([import('./index'), request?.close()]);
  app.off('before-quit', breakOff);
  markStart('roomsLoaded');
  const refused = code.refused();
  // It starts all the same, only slower.
  if (refused.length > 0) log.warn('main.codeCacheRefused', { refused });
  const started = start({ commandLine, startupQueue, log, windows, firstWindow, isHidden });
  // The shell is open.
  endEarlyQuit();
  await started;
}

/** A page that takes longer to be asked for waits for nothing; what follows must not wait for it. */
const longestForPageMs = 1_000;

/** Ends with a sentence. A person who came from the desktop sees no terminal, so a dialog has it too. */
async function refuse(code: ExitCode, sentence: string): Promise<void> {
  process.stderr.write(`${sentence}\n`);
  await app.whenReady();
  dialog.showErrorBox('Foyer', sentence);
  app.exit(code);
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
