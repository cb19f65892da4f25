/**
 * What each preference may be. Of a list, an entry that can't be read (of a newer Foyer, or damaged)
 * takes none of the others along, and stays in the file when the others are changed.
 */
import { parseWith, type Parser } from './document-text';

export interface PreferenceDefinition<Value> {
  readonly schema: Parser<Value>;
  /** What it is until someone chooses. */
  readonly fallback: Value;
  /** Of a list: what one entry may be, and how many of them the schema takes. */
  readonly entries?: { readonly schema: Parser<unknown>; readonly most: number };
}

/** For each preference what it may be and what it is until someone chooses. */
export type PreferenceDefinitions<T extends object> = {
  readonly [Key in keyof T]: PreferenceDefinition<T[Key]>;
};

/** A stored value as it counts. @throws what the schema throws for nonsense */
export function readStored<Value>(stored: unknown, definition: PreferenceDefinition<Value>): Value {
  return parseWith(definition.schema, splitStored(stored, definition).read);
}

/** What is to be stored for a checked value: of a list also, behind it, what isn't read of the stored one. */
export function withUnread<Value>(
  checked: Value,
  stored: () => unknown,
  definition: PreferenceDefinition<Value>,
): unknown {
  if (definition.entries === undefined || !isList(checked)) return checked;
  return [...checked, ...splitStored(stored(), definition).unread];
}

/** The entries of a stored list that can't be read; what there is no room for is none of them. */
export function unreadEntries(
  stored: unknown,
  { entries }: PreferenceDefinition<unknown>,
): readonly unknown[] {
  if (entries === undefined || !isList(stored)) return [];
  return stored.filter((entry) => !isReadable(entry, entries.schema));
}

interface SplitStored {
  readonly read: unknown;
  /** Entries of a list that can't be read, and those for which it has no room. */
  readonly unread: readonly unknown[];
}

function splitStored(stored: unknown, { entries }: PreferenceDefinition<unknown>): SplitStored {
  if (entries === undefined || !isList(stored)) return { read: stored, unread: [] };
  const read: unknown[] = [];
  const unread: unknown[] = [];
  for (const entry of stored) {
    const isRead = read.length < entries.most && isReadable(entry, entries.schema);
    (isRead ? read : unread).push(entry);
  }
  return { read, unread };
}

function isReadable(entry: unknown, schema: Parser<unknown>): boolean {
  try {
    parseWith(schema, entry);
    return true;
  } catch {
    // What is wrong with it doesn't matter here: another Foyer may know it.
    return false;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
