/** What the command line asks for. Chromium's own switches are not looked at here. */
import { mostFiles } from '@shared/theme/import-limits';
import { isFileWord, pathOfWord, type Caller } from './file-words';
import { isLink } from '../links/link';

/** What is started by name, or by its parts. */
export type PreviewCommand =
  | { kind: 'preview'; json: boolean; name: string }
  | {
      kind: 'preview';
      json: boolean;
      botId: string;
      to: string;
      startGroupId: string;
      /** A connection's label; `undefined`: the one in use. */
      connection: string | undefined;
    };

/** What is answered in the terminal, by the Foyer that runs or by one without a window. */
export type TerminalCommand = PreviewCommand | { kind: 'list'; json: boolean };

export type Asked =
  | TerminalCommand
  | { kind: 'open' }
  /** At login: into the tray, with no window. */
  | { kind: 'hidden' }
  /** Absolute paths, and the link behind them, if there is one. Nothing is known of the files. */
  | { kind: 'files'; files: readonly string[]; link: string | undefined }
  /** Not read yet: whoever shows it reads it. */
  | { kind: 'link'; link: string }
  /** An installer tells of something, and waits for the end. */
  | { kind: 'nothing' }
  | { kind: 'help' }
  | { kind: 'version' }
  /** `json`: a script reads what is answered. */
  | { kind: 'usageError'; json: boolean; reason: UsageError };

/** Why the command line makes no sense. A value is never in it: someone may type a token. */
export type UsageError =
  | { code: 'unknownCommand'; word: string }
  | { code: 'unknownOption'; option: string }
  | { code: 'missingValue'; option: string }
  | { code: 'tooMuch' }
  | { code: 'nothingToStart' }
  | { code: 'nameAndParts' }
  | { code: 'missingOption'; option: string };

export interface CommandLine {
  /** The profile folder, in place of the system's usual one. */
  profile: string | undefined;
  /** The library folder, in place of the one in the preferences. */
  library: string | undefined;
  asked: Asked;
}

/**
 * The words that are for Foyer: all behind the program, and in development behind the app's folder,
 * which the development runtime is started with.
 */
export function ownWords(argv: readonly string[], isDefaultApp: boolean): string[] {
  if (!isDefaultApp) return argv.slice(1);
  let at = 1;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '-r' || word === '--require') at += 1;
    else if (!word.startsWith('-')) break;
  }
  return argv.slice(at + 1);
}

/**
 * Reads the words. A link is found by its scheme wherever it stands; what follows it is not read at
 * all, because whoever made the link may have written that too. What follows `--` is never a switch:
 * it is files, as a desktop hands them over, or the name of a preview.
 */
export function readCommandLine(words: readonly string[], caller: Caller): CommandLine {
  const dashes = words.indexOf('--');
  const linkAt = words.findIndex(isLink);
  const ends = [dashes, linkAt].filter((at) => at !== -1);
  const before = words.slice(0, ends.length > 0 ? Math.min(...ends) : undefined);
  const folders = {
    profile: folderIn(before, 'profile', caller),
    library: folderIn(before, 'library', caller),
  };
  const link = words[linkAt];
  const isBehind = dashes !== -1 && (linkAt === -1 || dashes < linkAt);
  const after = isBehind ? words.slice(dashes + 1, linkAt === -1 ? undefined : linkAt) : [];
  const asked = readAsked(before, after, caller);
  if (link === undefined) return { ...folders, asked };
  return {
    ...folders,
    asked: asked.kind === 'files' ? { ...asked, link } : { kind: 'link', link },
  };
}

const folderSwitch = /^--(?:profile|library)=/u;

/** Absolute: a start at login and a Foyer that runs have another working folder. */
function folderIn(words: readonly string[], name: string, caller: Caller): string | undefined {
  const prefix = `--${name}=`;
  const value = words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  return value === undefined || value === '' ? undefined : pathOfWord(value, caller);
}

/** What installers of the kind of Squirrel start a program with; `--squirrel-firstrun` opens it. */
const ofInstaller = /^--squirrel-(?:install|updated|obsolete|uninstall)$/u;

const wrong = (reason: UsageError): Asked => ({ kind: 'usageError', json: false, reason });

const jsonSwitch = '--json';

/** A command's words that make no sense are answered as the command would be. */
const inItsForm = (asked: Asked, rest: readonly string[]): Asked =>
  asked.kind === 'usageError' ? { ...asked, json: rest.includes(jsonSwitch) } : asked;

function readAsked(before: readonly string[], after: readonly string[], caller: Caller): Asked {
  const commandAt = before.findIndex((word) => !word.startsWith('-'));
  const switches = commandAt === -1 ? before : before.slice(0, commandAt);
  if (before.some((word) => word === '--help' || word === '-h')) return { kind: 'help' };
  if (switches.includes('--version')) return { kind: 'version' };
  if (switches.some((word) => ofInstaller.test(word))) return { kind: 'nothing' };
  const command = before[commandAt];
  const rest = commandAt === -1 ? [] : before.slice(commandAt + 1);
  // Before the command it means the same.
  const inForm = switches.includes(jsonSwitch) ? [jsonSwitch, ...rest] : rest;
  switch (command) {
    case undefined:
      if (after.length > 0) return readFiles([], after, caller);
      return { kind: switches.includes('--hidden') ? 'hidden' : 'open' };
    case 'open':
      return rest.length + after.length > 0 ? readFiles(rest, after, caller) : { kind: 'open' };
    case 'help':
      return { kind: 'help' };
    case 'list':
      return inItsForm(readList(inForm, after), inForm);
    case 'preview':
      return inItsForm(readPreview(inForm, after), inForm);
    default:
      if (isFileWord(command, caller)) return readFiles([command, ...rest], after, caller);
      return wrong({ code: 'unknownCommand', word: command.slice(0, 50) });
  }
}

/** All words are files, of which a few more than are taken stand for all of those. */
function readFiles(words: readonly string[], after: readonly string[], caller: Caller): Asked {
  const given = words.filter((word) => !folderSwitch.test(word));
  const option = given.find((word) => word.startsWith('-'));
  if (option !== undefined) return wrong({ code: 'unknownOption', option: optionName(option) });
  const named = [...given, ...after].filter((word) => word !== '').slice(0, mostFiles + 1);
  if (named.length === 0) return { kind: 'open' };
  const files = named.map((word) => pathOfWord(word, caller));
  return { kind: 'files', files, link: undefined };
}

function withoutMore(rest: readonly string[], after: readonly string[], asked: Asked): Asked {
  const more = rest.filter((word) => !folderSwitch.test(word));
  const option = more.find((word) => word.startsWith('-'));
  if (option !== undefined) return wrong({ code: 'unknownOption', option: optionName(option) });
  return more.length + after.length > 0 ? wrong({ code: 'tooMuch' }) : asked;
}

function readList(rest: readonly string[], after: readonly string[]): Asked {
  const json = rest.includes(jsonSwitch);
  const others = rest.filter((word) => word !== jsonSwitch);
  return withoutMore(others, after, { kind: 'list', json });
}

const optionName = (word: string) => (word.split('=')[0] ?? '').slice(0, 50);
const valued = new Set(['--bot', '--to', '--group', '--connection']);

function readPreview(rest: readonly string[], after: readonly string[]): Asked {
  const values = new Map<string, string>();
  const names: string[] = [];
  let json = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const option = optionName(word);
    if (word === jsonSwitch) json = true;
    else if (folderSwitch.test(word)) continue;
    else if (!word.startsWith('-')) names.push(word);
    else if (!valued.has(option)) return wrong({ code: 'unknownOption', option });
    else {
      const isInOne = word.includes('=');
      const value = isInOne ? word.slice(option.length + 1) : rest[(at += 1)];
      // The next option in a value's place is a value that was forgotten.
      if (value === undefined || value.trim() === '' || (!isInOne && value.startsWith('--'))) {
        return wrong({ code: 'missingValue', option });
      }
      if (values.has(option)) return wrong({ code: 'tooMuch' });
      values.set(option, value);
    }
  }
  names.push(...after);
  const [name] = names;
  if (names.length > 1) return wrong({ code: 'tooMuch' });
  if (name !== undefined) {
    if (values.size > 0) return wrong({ code: 'nameAndParts' });
    if (name.trim() === '') return wrong({ code: 'nothingToStart' });
    return { kind: 'preview', json, name };
  }
  if (values.size === 0) return wrong({ code: 'nothingToStart' });
  const botId = values.get('--bot');
  const to = values.get('--to');
  if (botId === undefined) return wrong({ code: 'missingOption', option: '--bot' });
  if (to === undefined) return wrong({ code: 'missingOption', option: '--to' });
  return {
    kind: 'preview',
    json,
    botId,
    to,
    startGroupId: values.get('--group') ?? '',
    connection: values.get('--connection'),
  };
}
