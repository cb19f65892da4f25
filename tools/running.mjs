// Starting other programs: with a time limit, without a shell, and never left behind.
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a program could not do, as a sentence for a person: printed without a stack. */
export class ToolError extends Error {}

const running = new Set();
const servants = new Set();
const farewells = new Set();
let endedBy;

/**
 * Has `action` called when this process ends, by itself or by a signal; it must be synchronous.
 * Returns a function that takes it off again.
 */
export function atExit(action) {
  farewells.add(action);
  return () => farewells.delete(action);
}

process.on('exit', () => {
  for (const action of farewells) action();
  for (const child of running) child.kill('SIGKILL');
});

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

// A terminal sends Ctrl-C to the whole group, another program only to us: the children get it either
// way, have a moment to end in order, and then we end too. Only commands do this; who imports one of
// our modules (a test runner) has its own ways.
function passSignalsOn() {
  for (const signal of Object.keys(signalNumbers)) {
    process.on(signal, () => {
      const leave = () => process.exit(128 + signalNumbers[signal]);
      if (endedBy !== undefined) leave();
      endedBy = signal;
      for (const child of running) {
        // What serves others (a display, a keychain) stays for as long as those need it.
        if (!servants.has(child)) child.kill(signal);
      }
      const patience = setTimeout(leave, 5000);
      const look = setInterval(() => {
        if ([...running].some((child) => !servants.has(child))) return;
        clearTimeout(patience);
        clearInterval(look);
        leave();
      }, 20);
    });
  }
}

function adopt(child) {
  running.add(child);
  const gone = () => {
    running.delete(child);
    servants.delete(child);
  };
  child.once('exit', gone);
  child.once('error', gone);
}

/** Takes a program that serves others among those that end with this process, after all others. */
export function adoptServant(child) {
  adopt(child);
  servants.add(child);
}

/** The full path of a program on PATH, or undefined. */
export function findProgram(name, environment = process.env) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  // Tools such as ldconfig lie where an ordinary user's PATH does not look.
  const folders = (environment.PATH ?? '').split(delimiter);
  if (process.platform === 'linux') folders.push('/usr/sbin', '/sbin');
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, name + ending);
      try {
        accessSync(path, constants.X_OK);
        if (folder !== '' && statSync(path).isFile()) return path;
      } catch {
        continue;
      }
    }
  }
  return undefined;
}

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {object} [options]
 * @param {string} [options.cwd] the repository's root, unless told
 * @param {Record<string, string | undefined>} [options.env] added to this process's environment
 * @param {boolean} [options.quiet] keep the output and return it, instead of showing it
 * @param {string} [options.input] what the program reads on its standard input
 * @param {number} [options.timeLimit] milliseconds, after which it is killed
 * @param {(stop: (reason: string) => void) => () => void} [options.watch] called at the start with a
 *   function that kills the program; what it returns is called at the end
 * @returns {Promise<{ code: number, output: string, stopped?: string }>} the exit code (128 and
 *   more when it ended by a signal; 127 when it could not be started), what it wrote if quiet, and
 *   why we stopped it if we did
 */
export function run(command, parameters, options = {}) {
  const { cwd = root, env = {}, quiet = false, input, timeLimit, watch } = options;
  return new Promise((resolve) => {
    const output = [];
    let stopped;
    let timer;
    let endWatch = () => {};
    const child = spawn(command, parameters, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? (quiet ? 'ignore' : 'inherit') : 'pipe', ...outputs(quiet)],
      windowsHide: true,
    });
    adopt(child);
    const finish = (code) => {
      clearTimeout(timer);
      endWatch();
      resolve({
        code,
        output: Buffer.concat(output).toString('utf8'),
        ...(stopped === undefined ? {} : { stopped }),
      });
    };
    const stop = (reason) => {
      stopped ??= reason;
      child.kill('SIGKILL');
    };
    if (timeLimit !== undefined) {
      timer = setTimeout(() => {
        stop(`it took longer than ${String(Math.round(timeLimit / 1000))} s`);
      }, timeLimit);
    }
    if (watch !== undefined) endWatch = watch(stop);
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    if (input !== undefined) {
      // A program that ends before it has read everything closes the pipe: its exit code says why.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    }
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      finish(127);
    });
    child.once('close', (code, signal) => {
      finish(code ?? 128 + (signalNumbers[signal] ?? 9));
    });
  });
}

function outputs(quiet) {
  return quiet ? ['pipe', 'pipe'] : ['inherit', 'inherit'];
}

/** Like `run` with the Node that runs us, which on Windows needs no shell for scripts either. */
export function runNode(parameters, options) {
  return run(process.execPath, parameters, options);
}

/** The file behind a command of a package in node_modules, to be run by Node. */
export function packageCommand(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Whether the module at this address is the one that was started. */
export function isStarted(moduleUrl) {
  return moduleUrl === pathToFileURL(process.argv[1] ?? '').href;
}

/** Runs a command's main function; its result is the exit code, a `ToolError` a sentence and 1. */
export async function runCommand(main) {
  passSignalsOn();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
  // Before others: what makes the packages loads async-exit-hook, which ends with 0 here, whatever failed.
  process.prependListener('beforeExit', () => process.exit());
}
