/** What happened before there was a window to tell it in, told once there is. */
import { basename } from 'node:path';
import type { Problem } from '@shared/problem';
import type { DocumentTrouble, SetAside } from '../../storage/storage';

export interface StartupProblems {
  /** A document of the profile was put aside. */
  setAside(document: SetAside): void;
  /** A document of the profile can't be read for now, or again; or the one before was not kept. */
  document(trouble: DocumentTrouble): void;
  /** There is a window that listens: tells what was gathered, and from now on at once. */
  notify(): void;
}

/**
 * Gathers; several documents make one problem, because one cause often damages many. `readAgain`
 * takes back what was told of a document that could not be read.
 */
export function collectStartupProblems(
  notify: (problem: Problem) => void,
  readAgain: (file: string) => void,
): StartupProblems {
  let waiting: SetAside[] = [];
  /** Those that can't be read, and were not told of. */
  const notRead = new Set<string>();
  /** Those of a newer Foyer: each is told once. */
  const newer = new Map<string, { isNotified: boolean }>();
  /** Those whose last generation was not kept: told once, however often they are saved. */
  const notKept = new Map<string, { path: string; isNotified: boolean }>();
  let isListening = false;
  const notifyAll = (): void => {
    if (notRead.size > 0)
      notify({ code: 'storageNotRead', files: [...notRead].map((path) => basename(path)).sort() });
    notRead.clear();
    const news = [...newer].filter(([, { isNotified }]) => !isNotified).map(([file]) => file);
    if (news.length > 0) notify({ code: 'storageNewer', files: news.sort() });
    for (const file of news) newer.set(file, { isNotified: true });
    for (const [document, { path, isNotified }] of notKept) {
      if (isNotified) continue;
      notKept.set(document, { path, isNotified: true });
      notify({ code: 'generationNotKept', file: basename(document), path });
    }
    if (waiting.length === 0) return;
    const name = ({ path }: SetAside): string => basename(path);
    notify({
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
      if (isListening) notifyAll();
    },
    document(trouble) {
      if (trouble.kind === 'notRead') notRead.add(trouble.path);
      else if (trouble.kind === 'readAgain') {
        if (!notRead.delete(trouble.path)) readAgain(basename(trouble.path));
      } else if (trouble.kind === 'newer') {
        const file = basename(trouble.path);
        if (!newer.has(file)) newer.set(file, { isNotified: false });
      } else if (!notKept.has(trouble.document)) {
        notKept.set(trouble.document, { path: trouble.path, isNotified: false });
      }
      if (isListening) notifyAll();
    },
    notify() {
      isListening = true;
      notifyAll();
    },
  };
}
