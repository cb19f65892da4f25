/**
 * Where the program begins: it reads the command line and hands it to the Foyer that runs, if one
 * does. The rooms are in `index.ts`, which is loaded only by the one that needs them, so that a
 * command in the terminal does not wait for all of it.
 */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { m } from '@shared/messages/messages';
import { app, dialog } from 'electron';
import { ownWords, readCommandLine, type CommandLine } from './app/terminal/command-line';
import { refuseDebugger } from './app/lifecycle/debugger-switches';
import { exitCodes, type ExitCode } from './app/terminal/exit-codes';
import { openCliRequest, type CliRequestEnd, type CliRequest } from './app/terminal/cli-handoff';
import { quietEverySession } from './app/windows/every-session';
import { wasOpenedAtLogin } from './app/lifecycle/login-start';
import { declareOwnScheme } from './app/windows/own-pages';
import { canHandOver, startMessage } from './app/terminal/start-message';
import { createStartupQueue } from './app/lifecycle/startup-queue';
import { createWindows, developmentServerOf } from './app/windows/windows';
import { usageErrorText } from './app/terminal/usage-error';
import { speakHttp1Only } from './service/electron-transport';
import { createLog } from './logging/logging';

refuseDebugger();
const folder = workingFolder();
const commandLine = readCommandLine(ownWords(process.argv, process.defaultApp === true), {
  folder,
  exists: existsSync,
});
const { asked } = commandLine;

/** Where the words were typed; a folder that was deleted since has no name any more. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return app.getPath('home');
  }
}

function end(code: ExitCode, out: string, err = ''): never {
  process.stdout.write(out);
  process.stderr.write(err);
  process.exit(code);
}

if (asked.kind === 'help') end(exitCodes.started, `${m.terminal_help()}\n`);
if (asked.kind === 'version') end(exitCodes.started, `${app.getVersion()}\n`);
if (asked.kind === 'usageError') end(exitCodes.usageError, '', usageErrorText(asked.reason));

const hasDisplay =
  process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
if (!hasDisplay) {
  // Electron would die on its way to `ready` without a word.
  end(exitCodes.noDisplay, '', `${m.no_display()}\n`);
}

if (commandLine.profile !== undefined) app.setPath('userData', commandLine.profile);
declareOwnScheme();
speakHttp1Only();
quietEverySession();
// The windows' pages name no hosts; nothing looks one up ahead of a request.
app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');

launch(commandLine).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  app.exit(exitCodes.unknown);
});

async function launch({ asked }: CommandLine): Promise<void> {
  const needsAnswer = asked.kind === 'preview' || asked.kind === 'list';
  // The request waits before it is handed over: who takes it finds it there.
  const request = needsAnswer ? openCliRequestIn(app.getPath('userData')) : undefined;
  const profile = app.getPath('userData');
  // Where no lock can be made, the start would look like a second one and end without a word.
  if (!isWritable(profile)) {
    return refuse(exitCodes.notSent, m.start_no_profile({ path: profile }));
  }
  const message = startMessage(asked, request?.id);
  if (!canHandOver(process.argv, folder, message)) {
    await request?.close();
    if (asked.kind !== 'files') end(exitCodes.usageError, '', `${m.terminal_too_long()}\n`);
    return refuse(exitCodes.usageError, m.terminal_too_many_files());
  }
  // Typed as an object, it takes any value.
  if (!app.requestSingleInstanceLock(message as unknown as Record<string, unknown>)) {
    if (request) await endWithAnswer(request);
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
  const log = createLog({ folder: join(app.getPath('userData'), 'logs') });
  process.on('uncaughtException', (error) => log.error('main.uncaught', { error: error.stack }));
  process.on('unhandledRejection', (reason) => {
    log.error('main.unhandled', { error: reason instanceof Error ? reason.stack : String(reason) });
  });
  const windows = createWindows({
    mainFolder: join(app.getAppPath(), 'out', 'main'),
    developmentServer: developmentServerOf(),
    log,
  });
  if (!needsAnswer) await app.whenReady();
  // First of all the window: its page is loaded while the rooms are, and read what they need.
  const isHidden = asked.kind === 'hidden' || (asked.kind === 'open' && wasOpenedAtLogin());
  const firstWindow = needsAnswer || isHidden ? undefined : windows.openMain();
  const [{ start }] = await Promise.all([import('./index'), request?.close()]);
  await start({ commandLine, startupQueue, log, windows, firstWindow, isHidden });
}

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

function openCliRequestIn(profile: string): CliRequest {
  try {
    return openCliRequest(profile);
  } catch {
    // Nothing can be handed over, and what is about to be sent could not be written down either.
    end(exitCodes.notSent, '', `${m.terminal_no_profile({ path: profile })}\n`);
  }
}

async function endWithAnswer(request: CliRequest): Promise<never> {
  const { code, out, err } = answerOf(await request.end());
  end(code, out, err);
}

function answerOf(ended: CliRequestEnd) {
  switch (ended.kind) {
    case 'answered':
      return ended.answer;
    case 'notTaken':
      return { code: exitCodes.notSent, out: '', err: `${m.terminal_not_taken()}\n` };
    case 'lost':
      return { code: exitCodes.unknown, out: '', err: `${m.terminal_lost()}\n` };
  }
}
