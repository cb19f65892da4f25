/** What happened before there was a window to tell it in, told once there is. */
import { basename } from 'node:path';
import type { Problem } from '@shared/problem';
import type { SetAside } from '../storage/storage';

export interface Troubles {
  /** A document of the profile was put aside. */
  setAside(document: SetAside): void;
  /** There is a window that listens: tells what was gathered, and from now on at once. */
  tell(): void;
}

/** Gathers; several documents make one problem, because one cause often damages many. */
export function collectTroubles(tell: (problem: Problem) => void): Troubles {
  let waiting: SetAside[] = [];
  let isListening = false;
  const tellAll = (): void => {
    if (waiting.length === 0) return;
    const name = ({ path }: SetAside): string => basename(path);
    tell({
      code: 'fileSetAside',
      files: waiting.map(name),
      restored: waiting.filter(({ isRestored }) => isRestored).map(name),
      keptAt: waiting.map(({ keptAt }) => keptAt),
    });
    waiting = [];
  };
  return {
    setAside(document) {
      waiting.push(document);
      if (isListening) tellAll();
    },
    tell() {
      isListening = true;
      tellAll();
    },
  };
}
