/** The parts of a backup beside its themes: connections, preview shortcuts, preferences. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { isTree } from '@shared/theme/import-theme';
import { refused } from '@shared/theme/import-refused';
import type { LeftOut } from '@shared/transfer';
import { checkedEntry, countEntries } from './backup-entries';
import { shortened } from './guarded-json';

/** Names an entry that was not put back, with the reason. */
export type LeaveOut = (name: string, problem: Problem) => void;

/**
 * A room's part of a backup: what it keeps beside the library, without anything secret.
 * `prepare` checks what a backup holds and writes nothing; what it returns puts it back, names what
 * it leaves out because of what is here, and says how many entries that brought. Its entries, the items of
 * a list or the fields of an object, are independent of each other, as are the items of a field that is a
 * list: one that can't be read is left out and the others are prepared again.
 */
export interface BackupPart {
  /** The key in the file: lower case, such as `connections`. */
  readonly name: string;
  collect(): unknown;
  /** @throws an error with zod's `issues`, or a ProblemError */
  prepare(value: unknown): (leaveOut: LeaveOut) => Promise<number>;
}

/** A part that was read, or checked before it is written. */
export interface ReadPart {
  readonly name: string;
  /** What of it can be read, in the shape that it came in; `undefined` where nothing can. */
  readonly value: unknown;
  readonly leftOut: readonly LeftOut[];
  /** `undefined` where nothing can be read. */
  readonly putBack: ((leaveOut: LeaveOut) => Promise<number>) | undefined;
}

/** Reads a part, leaving out what can't be read, one entry at a time. Writes nothing. */
export function readPart(part: BackupPart, value: unknown): ReadPart {
  const { name } = part;
  const whole = prepared(part, value);
  if (whole.state === 'ok') return { name, value, leftOut: [], putBack: whole.putBack };
  const good: (readonly [string, unknown])[] = [];
  const leftOut: LeftOut[] = [];
  for (const [key, entry] of entriesOf(value)) {
    // The only item of a list is its first, wherever it stands in the file.
    const inFile: InFile = (path) =>
      Array.isArray(value) ? [key, ...(path[0] === '0' ? path.slice(1) : path)] : path;
    const alone = prepared(part, likeIn(value, [[key, entry]]), inFile);
    if (alone.state === 'ok') good.push([key, entry]);
    else {
      const items = Array.isArray(value) ? undefined : itemsOf(part, key, entry);
      if (items !== undefined && items.good.length > 0) good.push([key, items.good]);
      leftOut.push(
        ...(items?.leftOut ?? [{ part: name, name: nameOf(key, entry), problem: alone.problem }]),
      );
    }
  }
  const rest = likeIn(value, good);
  const again = good.length === 0 ? whole : prepared(part, rest);
  if (again.state === 'ok') return { name, value: rest, leftOut, putBack: again.putBack };
  const all = leftOut.length > 0 && good.length === 0;
  const nothing = all ? leftOut : [{ part: name, name: '', problem: again.problem }];
  return { name, value: undefined, leftOut: nothing, putBack: undefined };
}

/** Where more items of a list can't be read, all of it counts as what can't be. */
const mostLeftOutOfList = 100;

/**
 * Reads a field that is a list, leaving out the items that can't be read; `undefined` where it is none, or
 * where something else is wrong with it. By halves: one at a time, as many stars as there can be take
 * seconds.
 */
function itemsOf(
  part: BackupPart,
  key: string,
  list: unknown,
): { readonly good: readonly unknown[]; readonly leftOut: readonly LeftOut[] } | undefined {
  if (!Array.isArray(list)) return undefined;
  let good: readonly unknown[] = [];
  const leftOut: LeftOut[] = [];
  const look = (items: readonly unknown[], first: number): void => {
    if (items.length === 0 || leftOut.length > mostLeftOutOfList) return;
    const read = prepared(part, { [key]: items }, (path) =>
      path[1] === '0' ? [key, String(first), ...path.slice(2)] : path,
    );
    if (read.state === 'ok') {
      good = good.concat(items);
    } else if (items.length === 1) {
      leftOut.push({ part: part.name, name: nameOf(key, items[0]), problem: read.problem });
    } else {
      const half = Math.floor(items.length / 2);
      look(items.slice(0, half), first);
      look(items.slice(half), first + half);
    }
  };
  look(list as unknown[], 0);
  if (leftOut.length > mostLeftOutOfList) return undefined;
  return prepared(part, { [key]: good }).state === 'ok' ? { good, leftOut } : undefined;
}

/** The path in the file of what a schema found wrong. */
type InFile = (path: readonly string[]) => readonly string[];

type Prepared =
  | { readonly state: 'ok'; readonly putBack: (leaveOut: LeaveOut) => Promise<number> }
  | { readonly state: 'refused'; readonly problem: Problem };

function prepared(part: BackupPart, value: unknown, inFile?: InFile): Prepared {
  const at = `parts.${part.name}`;
  try {
    countEntries(value, at);
    return {
      state: 'ok',
      putBack: checkedEntry(at, () => part.prepare(value), inFile),
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { state: 'refused', problem: error.problem };
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Entries in the shape of the value that they are from. */
function likeIn(value: unknown, entries: readonly (readonly [string, unknown])[]): unknown {
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

/** What a person calls an entry. */
function nameOf(key: string, entry: unknown): string {
  if (!isTree(entry)) return shortened(key);
  const { label, name } = entry;
  return shortened(typeof label === 'string' ? label : typeof name === 'string' ? name : key);
}

/** The parts of a backup's value, and those that this version does not know. */
export function readParts(
  given: unknown,
  parts: readonly BackupPart[],
): { readonly read: readonly ReadPart[]; readonly unknown: readonly string[] } {
  if (given === undefined) return { read: [], unknown: [] };
  if (!isTree(given)) {
    const fault = { reason: 'wrongType', at: 'parts', expected: 'object' } as const;
    const leftOut = [{ part: 'parts', name: 'parts', problem: refused(fault).problem }];
    return {
      read: [{ name: 'parts', value: undefined, leftOut, putBack: undefined }],
      unknown: [],
    };
  }
  const known = parts.filter(({ name }) => Object.hasOwn(given, name));
  return {
    read: known.map((part) => readPart(part, given[part.name])),
    unknown: Object.keys(given)
      .filter((name) => !parts.some((part) => part.name === name))
      .map(shortened),
  };
}
