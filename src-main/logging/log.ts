import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, type Redactor } from './redactor';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogOptions {
  /** Made when the first line is written. */
  readonly folder: string;
  /** The file is `NAME.log`, older ones `NAME.1.log` and so on; `foyer` by default. */
  readonly name?: string | undefined;
  /** A file this large is set aside; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** How many files there are at most, the current one included; 5 by default. */
  readonly files?: number | undefined;
  /** Lines below it are not written; `info` by default. */
  readonly level?: LogLevel | undefined;
  /** Shared with others who write things down; one of its own by default. */
  readonly redactor?: Redactor | undefined;
}

/**
 * The app's log: a JSON object a line, `{ time, level, event, ...fields }`, nothing secret in it.
 * Each call has handed its line to the system when it returns, so that the last words before a
 * crash are there. No call ever throws: what can't be written is counted and told later.
 */
export interface Log {
  debug(event: string, fields?: object): void;
  info(event: string, fields?: object): void;
  warn(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
  /** From now on this value, in any form in which it travels, is written as `[redacted]`. */
  registerSecret(value: string): void;
  /** A text without any secret that was registered, for others who write things down. */
  withoutSecrets(text: string): string;
  /** The current file and the older ones, newest first, whether they are there or not. */
  readonly paths: readonly string[];
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Opens a log; nothing is touched before the first line. */
export function createLog(options: LogOptions): Log {
  const { folder, name = 'foyer', maxBytes = 1024 * 1024, files = 5, level = 'info' } = options;
  const redactor = options.redactor ?? createRedactor();
  const paths = Array.from({ length: Math.max(1, files) }, (_, age) =>
    join(folder, age === 0 ? `${name}.log` : `${name}.${String(age)}.log`),
  );
  const current = join(folder, `${name}.log`);
  let lost = 0;

  const write = (lineLevel: LogLevel, event: string, fields: object | undefined): void => {
    if (levels.indexOf(lineLevel) < levels.indexOf(level)) return;
    try {
      const line = formatLine(redactor, lineLevel, event, fields, lost);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (sizeOf(current) + Buffer.byteLength(line) > maxBytes) rotate(paths);
      appendFileSync(current, line, { mode: 0o600 });
      lost = 0;
    } catch {
      // A log must never be what breaks the app. The next line that gets through says how many.
      lost += 1;
    }
  };

  return {
    debug: (event, fields) => {
      write('debug', event, fields);
    },
    info: (event, fields) => {
      write('info', event, fields);
    },
    warn: (event, fields) => {
      write('warn', event, fields);
    },
    error: (event, fields) => {
      write('error', event, fields);
    },
    registerSecret: (value) => {
      redactor.registerSecret(value);
    },
    withoutSecrets: (text) => redactor.text(text),
    paths,
  };
}

function formatLine(
  redactor: Redactor,
  level: LogLevel,
  event: string,
  fields: object | undefined,
  lost: number,
): string {
  const data = redactor.data(fields ?? {});
  const shown = typeof data === 'object' && data !== null ? data : { fields: data };
  const own = { time: new Date().toISOString(), level, event: redactor.text(event) };
  const loss = lost === 0 ? {} : { linesLostBefore: lost };
  // Twice: the first puts them first, the second keeps a field from taking their place.
  return `${JSON.stringify({ ...own, ...shown, ...loss, ...own })}\n`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Each file takes the name of the next older one; the oldest goes. */
function rotate(paths: readonly string[]): void {
  const [current, ...older] = paths;
  if (current === undefined) return;
  try {
    for (let age = paths.length - 1; age >= 1; age -= 1) {
      const from = paths[age - 1];
      const to = paths[age];
      if (from === undefined || to === undefined || sizeOf(from) === 0) continue;
      renameSync(from, to);
    }
    if (older.length === 0) rmSync(current, { force: true });
  } catch {
    // Held open by another program (Windows): better a gap than a log that grows without end.
    truncateSync(current);
  }
}
