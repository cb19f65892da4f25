/** The one place that opens an address outside Foyer. */
import { isLoopback } from '@shared/loopback';
import { ProblemError } from '@shared/problem-error';
import { shell } from 'electron';

/**
 * Opens an https address (or, for practice, a loopback one) in the person's browser. Problems:
 * addressNotOpened; noBrowser where the system has nothing that opens it.
 */
export async function openInBrowser(address: string): Promise<void> {
  const url = new URL(address);
  const isPlainLoopback = url.protocol === 'http:' && isLoopback(url.hostname);
  const isAllowed = (url.protocol === 'https:' || isPlainLoopback) && url.username === '';
  if (!isAllowed) throw new ProblemError({ code: 'addressNotOpened', host: url.host });
  try {
    await shell.openExternal(url.href);
  } catch (cause) {
    throw new ProblemError({ code: 'noBrowser', host: url.host }, { cause });
  }
}
