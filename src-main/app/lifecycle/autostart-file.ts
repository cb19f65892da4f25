/**
 * The file by which a Linux desktop starts Foyer at login (XDG autostart). The file itself is the
 * setting: a person may switch it off in the desktop's own settings, or delete it.
 */
import { access, constants, mkdir, unlink } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { appId } from '@shared/app-id';
import {
  contentHash,
  readWhole,
  StorageError,
  toStorageError,
  writeDurably,
} from '../../storage/storage';

/** More is no file of ours. */
const largestFile = 64 * 1024;

export interface AutostartOptions {
  environment: { readonly [name: string]: string | undefined };
  home: string;
  /** The program, absolute. */
  program: string;
  /** Behind the program. */
  words: readonly string[];
  /** The profile, where it isn't the usual one: it has a file of its own. */
  profile: string | undefined;
}

/** Where it lies. A relative `$XDG_CONFIG_HOME` counts for nothing, says its specification. */
export function autostartPath({ environment, home, profile }: AutostartOptions): string {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  const name =
    profile === undefined ? appId : `${appId}-${contentHash(Buffer.from(profile)).slice(-12)}`;
  const folder = isAbsolute(given) ? given : join(home, '.config');
  return join(folder, 'autostart', `${name}.desktop`);
}

/** Whether the desktop starts Foyer at login. @throws StorageError when nobody can tell */
export async function isAutostarted(options: AutostartOptions): Promise<boolean> {
  return (await written(options)) === 'on';
}

/**
 * Names the program that runs in a file that names one that is gone: whoever moved an AppImage, or took a
 * newer one for it, wants it started as before, with the words of then. @throws StorageError
 */
export async function followProgram(options: AutostartOptions): Promise<void> {
  const said = await written(options);
  if (typeof said === 'string') return;
  const [exec, tryExec] = programLines(said.gone);
  // A person's own file may start it otherwise: that is theirs to mend.
  if (![exec, tryExec].every((line) => said.text.includes(line))) return;
  const [newExec, newTryExec] = programLines(options.program);
  const text = said.text.replace(exec, () => newExec).replace(tryExec, () => newTryExec);
  await writeDurably(autostartPath(options), text);
}

/** What the file says; where it is on for a program that isn't there, the desktop starts nothing. */
async function written(
  options: AutostartOptions,
): Promise<'on' | 'off' | { readonly gone: string; readonly text: string }> {
  const path = autostartPath(options);
  const read = await readWhole(path, largestFile);
  if (read.state === 'missing') return 'off';
  if (read.state === 'damaged') {
    throw new StorageError(
      read.damage.reason === 'unreadable' ? read.damage.kind : 'notAFile',
      path,
    );
  }
  const text = read.bytes.toString('utf8');
  const is = (key: string, value: string) =>
    new RegExp(`^${key}[ \\t]*=[ \\t]*${value}[ \\t]*\\r?$`, 'imu').test(text);
  if (is('Hidden', 'true') || is('X-GNOME-Autostart-enabled', 'false')) return 'off';
  const program = unescaped(/^TryExec[ \t]*=[ \t]*([^\r\n]*)/imu.exec(text)?.[1]?.trimEnd() ?? '');
  // A person's own file may name none, or one that the desktop looks for in its own places.
  if (program === options.program || !isAbsolute(program)) return 'on';
  return access(program, constants.X_OK).then(
    () => 'on' as const,
    () => ({ gone: program, text }),
  );
}

/** Writes the file, or takes it away. @throws StorageError */
export async function setAutostarted(options: AutostartOptions, isOn: boolean): Promise<void> {
  const path = autostartPath(options);
  if (isOn) {
    await attempt(path, () => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    await writeDurably(path, autostartText(options));
    return;
  }
  await attempt(path, () => unlink(path)).catch((error: unknown) => {
    if (!(error instanceof StorageError) || error.kind !== 'missing') throw error;
  });
}

async function attempt(path: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw toStorageError(error, path);
  }
}

function autostartText({ program, words }: AutostartOptions): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Foyer',
    `Exec=${escaped([program, ...words].map(quoted).join(' '))}`,
    // Without its program, after Foyer was removed, the file means nothing.
    `TryExec=${escaped(program)}`,
    'Icon=foyer',
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** How the file names a program, from the ends of the lines before. */
function programLines(program: string): [exec: string, tryExec: string] {
  return [`\nExec=${escaped(quoted(program))}`, `\nTryExec=${escaped(program)}\n`];
}

/** One word of a command, as the desktop entry specification quotes it. */
function quoted(word: string): string {
  return `"${word.replace(/["`$\\]/gu, '\\$&').replace(/%/gu, '%%')}"`;
}

/** Any value of a desktop entry: what would end the line is written otherwise. */
function escaped(value: string): string {
  return value
    .replace(/\\/gu, '\\\\')
    .replace(/\n/gu, '\\n')
    .replace(/\r/gu, '\\r')
    .replace(/\t/gu, '\\t');
}

function unescaped(value: string): string {
  const meant: Record<string, string> = { n: '\n', r: '\r', t: '\t', s: ' ' };
  return value.replace(/\\(.)/gu, (_, sign: string) => meant[sign] ?? sign);
}
