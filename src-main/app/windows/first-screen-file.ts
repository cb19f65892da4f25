/**
 * The file that keeps the window as it was last seen, from one start to the next: the page is handed
 * it with itself and shows it until the rooms have answered. It is no document of the durable store:
 * without it a start takes longer, and nothing else.
 *
 * It is believed only where its checksum says that it is whole and its header that this very version
 * wrote it, for this library. A start uses it up: one that the page dies of is not met again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirstScreen } from '@shared/first-screen';
import type { WindowBounds } from '../preferences/stored-preferences';

/** What the window itself looks like. */
export interface FirstWindow {
  readonly bounds: WindowBounds;
  readonly appearance: 'system' | 'light' | 'dark';
}

export interface TakenFirstScreen extends FirstWindow {
  /** A `FirstScreen` as JSON that may stand in a page: without any `<`. */
  readonly page: string;
}

interface Header extends FirstWindow {
  readonly version: string;
  /** The library that the command line named. */
  readonly library: string | null;
}

/** What it is for. */
export interface FirstScreenPlace {
  readonly profile: string;
  readonly version: string;
  readonly library: string | undefined;
}

/** Ten times what forty odd themes take. */
const mostBytes = 4 * 1024 * 1024;

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

const fileIn = (profile: string) => join(profile, 'first-screen');

/** Takes what the last run left, once. Nothing where there is none that can be believed. */
export function takeFirstScreen(place: FirstScreenPlace): TakenFirstScreen | undefined {
  const file = fileIn(place.profile);
  try {
    if (statSync(file).size > mostBytes) return undefined;
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    const [sum = '', head = ''] = text.split('\n', 2);
    const rest = text.slice(sum.length + 1);
    if (sumOf(rest) !== sum) return undefined;
    const { version, library, bounds, appearance } = JSON.parse(head) as Header;
    if (version !== place.version || library !== (place.library ?? null)) return undefined;
    return { bounds, appearance, page: rest.slice(head.length + 1) };
  } catch {
    // Not there, or not to be read or removed: the start is one without it.
    return undefined;
  }
}

/**
 * Keeps it for the next start; none where that opens with something else, and what was kept before is
 * no longer so. @throws the system's error
 */
export async function keepFirstScreen(
  place: FirstScreenPlace,
  { bounds, appearance }: FirstWindow,
  screen: FirstScreen,
): Promise<void> {
  if (screen.state.isFirstRun) return rm(fileIn(place.profile), { force: true });
  const { version, library = null } = place;
  const header: Header = { version, library, bounds, appearance };
  const page = JSON.stringify(screen).replaceAll('<', '\\u003c');
  const rest = `${JSON.stringify(header)}\n${page}`;
  await writeFile(fileIn(place.profile), `${sumOf(rest)}\n${rest}`, { mode: 0o600 });
}
