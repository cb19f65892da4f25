// A display and a keychain of one's own, so that no test ever touches the screen, the keychain or
// the profile of the person who runs it.
//
// On Linux: Xvfb, a D-Bus session and gnome-keyring. On macOS: a keychain in a home of its own. On
// Windows the credential store belongs to the user account and cannot be had twice: `isolated` says so.
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adoptServant, atExit, findProgram, run, ToolError } from './running.mjs';

const startLimit = 20_000;
const keychainPassword = 'foyer-tests';

/**
 * Starts a display that nobody sees, 1920 by 1200 unless told, reachable from this computer only.
 * On macOS and Windows there is always a desktop: `env` is empty and nothing is started.
 *
 * @param {{ width?: number, height?: number }} [size]
 * @returns {Promise<{ env: Record<string, string>, display: string | undefined, stop: () => Promise<void> }>}
 *   `env` is to be laid over the environment of what shall show itself there
 */
export async function withDisplay(size = {}) {
  if (process.platform !== 'linux') return { env: {}, display: undefined, stop: async () => {} };
  const { width = 1920, height = 1200 } = size;
  const server = daemon('Xvfb', [
    ...['-displayfd', '3', '-screen', '0', `${String(width)}x${String(height)}x24`],
    ...['-nolisten', 'tcp', '-noreset', '-dpi', '96'],
  ]);
  try {
    const display = `:${(await server.said()).trim()}`;
    const env = { DISPLAY: display, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' };
    return { env, display, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Starts a keychain and a desktop session around it, all of whose files lie under `dir` (started
 * again on the same folder, it holds what was stored before).
 *
 * State `open` can be read and written without a question; `locked` is there, but refuses until
 * someone types a password, which nobody can; `silent` is there and never answers; `absent` is a
 * session without any keychain.
 *
 * @param {string} dir made if it is not there
 * With `user` (of root's only) the session is that user's: its files and its programs.
 *
 * @param {{ state?: 'open' | 'locked' | 'silent' | 'absent', user?: { uid: number, gid: number } }} [options]
 * @returns {Promise<{ env: Record<string, string>, isolated: boolean, stop: () => Promise<void> }>}
 *   `env` holds HOME, the XDG folders, a temporary folder that goes with the session, and the
 *   session's address; `isolated` is false where the keychain is the person's own after all (Windows)
 */
export async function withKeychain(dir, options = {}) {
  const { state = 'open', user } = options;
  if (process.platform === 'linux') return linuxKeychain(dir, state, user);
  if (state !== 'open') {
    throw new ToolError(`A keychain that is ${state} can be played on Linux only.`);
  }
  return process.platform === 'darwin' ? macKeychain(dir) : windowsProfile(dir);
}

/**
 * Runs `work` on a display and with a keychain of its own, on a profile that is thrown away.
 *
 * @template T
 * @param {(env: Record<string, string>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inOwnDesktop(work) {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-desktop-'));
  const forget = atExit(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const started = [];
  try {
    const display = await withDisplay();
    started.push(display);
    const keychain = await withKeychain(dir);
    started.push(keychain);
    return await work({ ...display.env, ...keychain.env });
  } finally {
    for (const one of started.reverse()) await one.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    forget();
  }
}

async function linuxKeychain(dir, state, user) {
  const own = (path) => {
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  };
  const folders = {
    HOME: join(dir, 'home'),
    XDG_CONFIG_HOME: join(dir, 'home', '.config'),
    XDG_DATA_HOME: join(dir, 'home', '.local', 'share'),
    XDG_STATE_HOME: join(dir, 'home', '.local', 'state'),
    XDG_CACHE_HOME: join(dir, 'home', '.cache'),
  };
  for (const folder of Object.values(folders)) {
    // Each part of the path, because what is made on the way to it would be root's.
    const parts = folder.slice(dir.length + 1).split('/');
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const part = join(dir, ...parts.slice(0, depth));
      mkdirSync(part, { recursive: true, mode: 0o700 });
      own(part);
    }
  }
  // The path of a socket may have 107 bytes, so sockets lie in a short one of their own.
  const runtime = mkdtempSync(join(tmpdir(), 'foyer-bus-'));
  // So do the temporary files: Chromium puts the socket of its single-instance lock there, and leaves
  // it behind when it is killed.
  const temporary = join(runtime, 'tmp');
  mkdirSync(temporary, { mode: 0o700 });
  own(runtime);
  own(temporary);
  const removeRuntime = () => {
    rmSync(runtime, { recursive: true, force: true, maxRetries: 5 });
  };
  const forget = atExit(removeRuntime);
  const started = [];
  const stop = async () => {
    for (const one of started.reverse().splice(0)) await one.stop();
    forget();
    removeRuntime();
  };

  try {
    const configuration = join(runtime, 'bus.conf');
    writeFileSync(configuration, busConfiguration(runtime));
    const bus = daemon(
      'dbus-daemon',
      [`--config-file=${configuration}`, '--nofork', '--nopidfile', '--print-address=3'],
      { user },
    );
    started.push(bus);
    const env = {
      ...folders,
      TMPDIR: temporary,
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: (await bus.said()).trim(),
      GNOME_KEYRING_CONTROL: join(runtime, 'keyring'),
      // GTK would look for the assistive-technology bus, which this session does not have.
      NO_AT_BRIDGE: '1',
    };
    if (state !== 'absent') {
      const keyring = daemon(
        'gnome-keyring-daemon',
        [
          ...['--foreground', '--unlock', '--components=secrets'],
          `--control-directory=${env.GNOME_KEYRING_CONTROL}`,
        ],
        { env, input: keychainPassword, user },
      );
      started.push(keyring);
      await keychainReady({ env, user }, keyring);
      if (state === 'locked') await lockKeychain({ env, user });
      if (state === 'silent') keyring.freeze();
    }
    return { env, isolated: true, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A session bus that starts no service by itself: what is not started here is not there. */
function busConfiguration(runtime) {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${runtime}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

/** Waits until the default collection exists and is open. */
async function keychainReady(session, keyring) {
  const until = Date.now() + startLimit;
  let answer;
  while (Date.now() < until) {
    keyring.mustRun();
    answer = await callSecrets(
      session,
      'org.freedesktop.Secret.Service.ReadAlias',
      'string:default',
    );
    const collection = /object path "(\/[^"]+)"/u.exec(answer.output)?.[1];
    if (answer.code === 0 && collection !== undefined) return;
    await pause(25);
  }
  throw new ToolError(
    `gnome-keyring did not open a keychain in ${String(startLimit / 1000)} s. ` +
      `Last answer: ${answer?.output.trim() ?? 'none'}. It said: ${keyring.errors()}`,
  );
}

async function lockKeychain(session) {
  const { code, output } = await callSecrets(
    session,
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/aliases/default',
  );
  if (code !== 0) throw new ToolError(`The keychain could not be locked: ${output.trim()}`);
}

function callSecrets({ env, user }, method, parameter) {
  // A session's bus answers nobody but the one whose it is.
  const [command, ...words] =
    user === undefined ? ['dbus-send'] : ['setpriv', ...asUser(user), 'dbus-send'];
  return run(
    command,
    [
      ...words,
      ...['--session', '--print-reply', '--reply-timeout=5000', '--dest=org.freedesktop.secrets'],
      ...['/org/freedesktop/secrets', method, parameter],
    ],
    { env, quiet: true },
  );
}

async function macKeychain(dir) {
  const home = join(dir, 'home');
  mkdirSync(join(home, 'Library', 'Preferences'), { recursive: true, mode: 0o700 });
  mkdirSync(join(home, 'Library', 'Keychains'), { recursive: true, mode: 0o700 });
  const temporary = join(dir, 'tmp');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const env = { HOME: home, TMPDIR: temporary };
  const file = join(home, 'Library', 'Keychains', 'login.keychain-db');
  for (const parameters of [
    ['create-keychain', '-p', keychainPassword, file],
    ['list-keychains', '-d', 'user', '-s', file],
    ['default-keychain', '-d', 'user', '-s', file],
    ['unlock-keychain', '-p', keychainPassword, file],
    ['set-keychain-settings', file],
  ]) {
    const { code, output } = await run('security', parameters, { env, quiet: true });
    const isThere = parameters[0] === 'create-keychain' && output.includes('already exists');
    if (code !== 0 && !isThere) {
      throw new ToolError(`security ${parameters[0]} failed: ${output.trim()}`);
    }
  }
  return { env, isolated: true, stop: async () => {} };
}

function windowsProfile(dir) {
  const env = {
    USERPROFILE: dir,
    APPDATA: join(dir, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(dir, 'AppData', 'Local'),
    TEMP: join(dir, 'AppData', 'Local', 'Temp'),
    TMP: join(dir, 'AppData', 'Local', 'Temp'),
  };
  for (const folder of Object.values(env)) mkdirSync(folder, { recursive: true });
  return { env, isolated: false, stop: async () => {} };
}

/** The switches of `setpriv` that start a program as somebody else. */
function asUser(user) {
  if (user === undefined) return [];
  return [`--reuid=${String(user.uid)}`, `--regid=${String(user.gid)}`, '--clear-groups'];
}

/**
 * A program that runs until it is stopped, and at the latest as long as we do: also when we are
 * killed without a chance to tidy up, where `setpriv` can have the system see to it.
 */
function daemon(name, parameters, { env = {}, input, user } = {}) {
  if (findProgram(name) === undefined) {
    throw new ToolError(
      `${name} is not installed; it is needed for a display or keychain of our own.`,
    );
  }
  const guard = findProgram('setpriv');
  const [command, ...rest] = [
    ...(guard === undefined ? [] : [guard, ...asUser(user), '--pdeathsig', 'KILL']),
    ...[name, ...parameters],
  ];
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
  });
  adoptServant(child);
  let errors = '';
  let failure;
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      failure ??= `${name} ended (${String(code ?? signal)}): ${errors.trim()}`;
      resolve();
    });
    child.once('error', (error) => {
      failure ??= `${name} could not be started: ${error.message}`;
      resolve();
    });
  });
  // None of this keeps us running.
  child.unref();
  for (const stream of child.stdio) stream?.unref?.();
  const mustRun = () => {
    if (failure !== undefined) throw new ToolError(failure);
  };
  return {
    mustRun,
    errors: () => errors.trim(),
    freeze: () => child.kill('SIGSTOP'),
    /** The first line on its channel 3: by it the program says that it is ready. */
    said: () => firstLine(child.stdio[3], ended, mustRun, name),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null && failure === undefined) {
        child.ref();
        child.kill('SIGTERM');
        // A frozen one takes note of it only once it goes on.
        child.kill('SIGCONT');
        const impatient = setTimeout(() => child.kill('SIGKILL'), 2000);
        await ended;
        clearTimeout(impatient);
      }
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

function firstLine(stream, ended, mustRun, name) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      reject(new ToolError(`${name} was not ready in ${String(startLimit / 1000)} s.`));
    }, startLimit);
    const settle = (action) => {
      clearTimeout(timer);
      stream.off('data', onData);
      action();
    };
    const onData = (chunk) => {
      text += chunk.toString();
      if (text.includes('\n')) settle(() => resolve(text.split('\n')[0]));
    };
    stream.on('data', onData);
    void ended.then(() => {
      settle(() => {
        try {
          mustRun();
          reject(new ToolError(`${name} ended before it was ready.`));
        } catch (error) {
          reject(error);
        }
      });
    });
  });
}
