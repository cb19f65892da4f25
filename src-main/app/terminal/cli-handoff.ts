/**
 * A command is handed from the terminal to the Foyer that runs. The command travels in the
 * `additionalData` of the single-instance lock (its words would arrive in another order). Beside it
 * goes the id of a request: a file in the profile, which only the user can read and write, with the
 * path of a socket (Windows: a pipe) and a random key. Foyer takes the file away, so that a request is
 * taken once, and answers over the socket; an answer without the key is none.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isExitCode, type ExitCode } from './exit-codes';

/** What the terminal prints, and how it ends. */
export interface TerminalAnswer {
  code: ExitCode;
  out: string;
  err: string;
}

/** How a request ended for the terminal. */
export type CliRequestEnd =
  | { kind: 'answered'; answer: TerminalAnswer }
  /** Nobody took the request in time, and nobody can any more. */
  | { kind: 'notTaken' }
  /** It was taken, and no answer came: what was asked for may have been done. */
  | { kind: 'lost' };

export interface CliRequest {
  readonly id: string;
  /** Waits for the answer. */
  end(): Promise<CliRequestEnd>;
  /** Nobody waits any more: it ends at once, as not taken where it was not, and as lost where it was. */
  giveUp(): void;
  /** The same at a person's word: whoever took it hears that what has not left is not to leave. */
  breakOff(): void;
  /** Takes the request back: it is not needed. */
  close(): Promise<void>;
}

export interface CliRequestLimits {
  /** Milliseconds until someone must have taken the request. */
  takenWithin?: number;
  /** Milliseconds until the answer must be there, more than a request may take; then it breaks itself off. */
  answeredWithin?: number;
}

/** The shortest limit there is for a socket's path is 104 bytes, on macOS. */
const longestSocketPath = 100;
/** Milliseconds from a request that is being taken to its line. */
const lineWithin = 1_000;
const longestAnswer = 4 * 1024 * 1024;
/** What a terminal says that breaks its request off or has waited too long; one that is only gone says nothing. */
const brokenOffLine = 'brokenOff\n';

const folderOf = (profile: string) => join(profile, 'calls');
const isId = (id: string) => /^[0-9a-f]{32}$/u.test(id);

function newSocketPath(): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\foyer-${randomBytes(16).toString('hex')}`;
  }
  const folders = [tmpdir(), '/tmp'].filter(
    (folder) => Buffer.byteLength(join(folder, 'foyer-XXXXXX', 's')) <= longestSocketPath,
  );
  // Its mode is 0700: nobody else gets as far as the socket.
  const folder = mkdtempSync(join(folders[0] ?? '/tmp', 'foyer-'));
  return join(folder, 's');
}

/** Whether a path is one that `newSocketPath` may have made: no port, no other program's socket. */
function isSocketPath(path: string): boolean {
  if (process.platform === 'win32') return /^\\\\\.\\pipe\\foyer-[0-9a-f]{32}$/u.test(path);
  const isOurs = basename(path) === 's' && /^foyer-[A-Za-z0-9]{6}$/u.test(basename(dirname(path)));
  return isOurs && isAbsolute(path) && !path.includes('\0');
}

async function removeSocket(path: string): Promise<void> {
  // A pipe of Windows goes with its server.
  if (process.platform === 'win32') return;
  await unlink(path).catch(ignoreMissing);
  await rmdir(dirname(path)).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/**
 * Opens a request: from now on it can be taken and answered. At once, because Electron's start answers
 * nothing that is waited for until it is ready, and the request needs none of that.
 */
export function openCliRequest(profile: string, limits: CliRequestLimits = {}): CliRequest {
  const { takenWithin = 15_000, answeredWithin = 120_000 } = limits;
  const id = randomBytes(16).toString('hex');
  const key = randomBytes(32).toString('hex');
  const file = join(folderOf(profile), id);
  mkdirSync(folderOf(profile), { recursive: true, mode: 0o700 });
  const path = newSocketPath();
  try {
    writeFileSync(file, JSON.stringify({ path, key }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (process.platform !== 'win32') rmdirSync(dirname(path));
    throw error;
  }
  const server = createServer();
  let line: Socket | undefined;
  let isBrokenOff = false;
  let opening: ReturnType<typeof wait> | undefined;
  const ended = answerOver(server, key, (socket) => {
    line = socket;
    if (isBrokenOff) sayBrokenOff();
    // Its path is of no more use now, and a terminal that is killed leaves nothing.
    removeSocket(path).catch(() => undefined);
  });
  // Without a line there is no answer; whoever takes the request then does so for nothing.
  let giveUp: () => void = () => undefined;
  const broken = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
    server.once('error', giveUp);
  });
  server.listen(path);

  let isBack: Promise<boolean> | undefined;
  const takeBack = () =>
    (isBack ??= unlink(file).then(
      () => true,
      () => false,
    ));
  // Said before this process ends.
  const sayBrokenOff = () => line?.end(brokenOffLine, giveUp);
  const breakOff = () => {
    isBrokenOff = true;
    if (line) sayBrokenOff();
    else {
      void takeBack().then((isNobodys) => {
        if (isNobodys) return giveUp();
        // Whoever takes it just now opens the line next, and is told then.
        opening = wait(lineWithin);
        void opening.over.then(giveUp);
      });
    }
  };
  const close = async () => {
    server.close();
    await Promise.all([takeBack(), removeSocket(path)]);
  };
  return {
    id,
    giveUp,
    breakOff,
    close,
    async end() {
      const taken = wait(takenWithin);
      const answered = wait(answeredWithin);
      try {
        const first = await Promise.race([ended, taken.over, broken]);
        if (first) return first;
        // Whoever takes the file away decides: once it is gone here, nobody can take it.
        if (await takeBack()) return { kind: 'notTaken' };
        // Its last word is to look before another start: what has not left must not leave after that.
        void answered.over.then(breakOff);
        return (await Promise.race([ended, broken])) ?? { kind: 'lost' };
      } finally {
        taken.stop();
        answered.stop();
        opening?.stop();
        await close();
      }
    },
  };
}

function wait(milliseconds: number): { over: Promise<undefined>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** The first answer with the right key; or the end of the line that gave the key, without one. */
function answerOver(
  server: Server,
  key: string,
  onLine: (socket: Socket) => void,
): Promise<CliRequestEnd> {
  return new Promise((resolve) => {
    server.on('connection', (socket) => {
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        const isFirstLine = !text.includes('\n');
        if (isFirstLine && isSame(`${text}${chunk}`.split('\n')[0] ?? '', key)) onLine(socket);
        text += chunk;
        if (text.length > longestAnswer) socket.destroy();
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        const [saidKey = '', answer] = text.split('\n');
        if (!isSame(saidKey, key)) return;
        resolve(answerIn(answer));
        server.close();
      });
    });
  });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answerIn(text: string | undefined): CliRequestEnd {
  const said = parsed(text ?? '');
  const { code, out, err } = isRecord(said) ? said : {};
  if (!isExitCode(code) || typeof out !== 'string' || typeof err !== 'string') {
    return { kind: 'lost' };
  }
  return { kind: 'answered', answer: { code, out, err } };
}

/** A request that was taken: it is answered once, or the line ends. */
export interface TakenCliRequest {
  answer(answer: TerminalAnswer): void;
  /** Aborted when the terminal breaks it off, at a person's word or after its time; not when it is gone without one. */
  readonly brokenOff: AbortSignal;
}

/**
 * Takes a request, once. `undefined`: there is none of that id (any more), so nothing is to be done.
 * The line is open from now on; when this process dies, the terminal hears it.
 */
export async function takeCliRequest(
  profile: string,
  id: string,
): Promise<TakenCliRequest | undefined> {
  if (!isId(id)) return undefined;
  const file = join(folderOf(profile), id);
  const mine = `${file}.taken`;
  try {
    await rename(file, mine);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const text = await readFile(mine, 'utf8');
  await unlink(mine);
  const line = lineIn(text);
  // A terminal that was killed while it wrote, or nothing of a terminal's: nobody waits.
  if (line === undefined) return undefined;
  const { path, key } = line;
  const socket: Socket = connect(path);
  // A terminal that was closed meanwhile: what it asked for is done all the same.
  socket.on('error', () => {
    socket.destroy();
    removeSocket(path).catch(() => undefined);
  });
  socket.write(`${key}\n`);
  const broken = new AbortController();
  let said = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    said = `${said}${chunk}`.slice(0, brokenOffLine.length);
    if (said === brokenOffLine) broken.abort();
  });
  return {
    brokenOff: broken.signal,
    answer(answer) {
      socket.end(`${JSON.stringify(answer)}\n`);
    },
  };
}

/** No request lasts so long, milliseconds. */
const longestCall = 10 * 60_000;

/** Takes away what killed terminals left: requests that nobody can wait for any more, with their sockets. */
export async function sweepCliRequests(profile: string, olderThan = longestCall): Promise<void> {
  const folder = folderOf(profile);
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    ignoreMissing(error);
    return;
  }
  for (const name of names) {
    if (!isId(name.replace(/\.taken$/u, ''))) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs < olderThan) continue;
    const line = lineIn(await readFile(file, 'utf8'));
    await unlink(file);
    if (line !== undefined) await removeSocket(line.path);
  }
}

/** Where a terminal waits, as its file says; `undefined`: the file says no such thing. */
function lineIn(text: string): { path: string; key: string } | undefined {
  const said = parsed(text);
  const { path, key } = isRecord(said) ? said : {};
  if (typeof path !== 'string' || typeof key !== 'string' || !isSocketPath(path)) return undefined;
  return { path, key };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Of JSON that may be cut off, or none; checked by hand, because a terminal has no time for schemas. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
