/**
 * Notices starts that did not get anywhere. A start counts as crashed when it ended before its
 * window showed the library, or when its window died and did not run well for a while afterwards.
 * After two in a row the next start is in safe mode. An end of a window that was well, whatever
 * ended it, counts for nothing: it would not happen again at the next start by itself.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** So many crashes in a row bring the safe mode. */
const tooMany = 2;
/** A window that ran so long after it was shown is well, ms. */
const wellAfterMs = 30_000;

const markerSchema = z.object({ crashes: z.number().int().min(0), isOpen: z.boolean() });
type Marker = z.infer<typeof markerSchema>;

export interface CrashDetector {
  /** This run counts from now on: it wants a window. Until then nothing is noted; once. */
  begin(): void;
  /** Whether this run is one in safe mode. */
  isSafeMode(): boolean;
  /** A person wants everything loaded after all. */
  leaveSafeMode(): void;
  /** The window shows the library, and its page listens. */
  shown(): void;
  /** The window's page died. */
  crashed(): void;
  /** The app ends as it should. */
  ended(): void;
}

/**
 * Notes in a small file how runs go. It is no document of the durable store: it says something of
 * this moment only, and when it can't be read or written the start is a normal one.
 */
export function createCrashDetector(
  file: string,
  log: { warn(event: string, fields?: object): void },
): CrashDetector {
  let hasBegun = false;
  let isSafeMode = false;
  let crashes = 0;
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    const marker: Marker = { crashes, isOpen };
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, JSON.stringify(marker), { mode: 0o600 });
    } catch (error) {
      log.warn('main.runNotMarked', { error: String(error) });
    }
  };
  const beWell = (): void => {
    clearTimeout(timer);
    if (isOpen) return;
    crashes = 0;
    write();
  };

  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      const before = readMarker(file);
      crashes = before.crashes + (before.isOpen ? 1 : 0);
      isSafeMode = crashes >= tooMany;
      write();
      if (isSafeMode) log.warn('main.safeMode');
    },
    isSafeMode: () => isSafeMode,
    leaveSafeMode() {
      isSafeMode = false;
    },
    shown() {
      if (!hasBegun) return;
      isOpen = false;
      write();
      clearTimeout(timer);
      timer = setTimeout(beWell, wellAfterMs);
      timer.unref();
    },
    crashed() {
      if (!hasBegun) return;
      clearTimeout(timer);
      isOpen = true;
      write();
    },
    ended() {
      if (!hasBegun) return;
      beWell();
    },
  };
}

function readMarker(file: string): Marker {
  try {
    return markerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // None yet, or cut off by the end of a computer: as good as a first start.
    return { crashes: 0, isOpen: false };
  }
}
