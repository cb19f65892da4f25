/** Files that were opened with Foyer, by the desktop or on the command line, until their turn. */
import { basename } from 'node:path';
import type { FailedFile, OpenedBackup } from '@shared/transfer';
import { newId } from '../storage/storage';
import { shortened } from './guarded-json';

/** Their paths stay here: a window sees names alone, and can name no file of its own. */
export class OpenedFiles {
  #waiting = new Set<string>();
  /** Backups that nobody has decided on, by the IDs that windows have for them. */
  readonly #undecided = new Map<string, string>();
  /** Refused, and nobody has read of it: a window has them, or the next one gets them. */
  #unread: FailedFile[] = [];
  #unreadToTell: FailedFile[] = [];
  #windows = 0;

  /** Absolute paths. One that waits already waits once. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.#waiting.add(path);
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Keeps refusals until a person has read of them; `readOf` ends that. Another window than the one that asked, as
   * `windows` tells, may have come meanwhile: it tells of them then.
   * @returns whether that is so
   */
  keepRefused(failed: readonly FailedFile[], windows: number): boolean {
    this.#unread = [...this.#unread, ...failed];
    if (failed.length === 0 || windows === this.#windows) return false;
    this.#passOn();
    return true;
  }

  /** How many windows came. */
  get windows(): number {
    return this.#windows;
  }

  /** Whether files were refused of which nobody has read. */
  get areRefusedUnread(): boolean {
    return this.#unread.length + this.#unreadToTell.length > 0;
  }

  /** The window that had refusals to tell of is gone: the next one tells of them. */
  tellRefusedAgain(): void {
    this.#windows += 1;
    this.#passOn();
  }

  #passOn(): void {
    this.#unreadToTell = [...this.#unreadToTell, ...this.#unread];
    this.#unread = [];
  }

  /** Refusals that a window before this one didn't get to tell of. */
  takeRefused(): FailedFile[] {
    const taken = this.#unreadToTell;
    this.#unreadToTell = [];
    return taken;
  }

  /** A person reads that these were refused; by their names, as a report has them. */
  readOf(files: readonly string[]): void {
    this.#unread = this.#unread.filter(({ file }) => !files.includes(file));
  }

  /** What waits; from now on it doesn't. */
  take(): string[] {
    const taken = [...this.#waiting];
    this.#waiting = new Set();
    return taken;
  }

  /** Keeps a backup until a person decides; one that waits for that already waits once. */
  keepBackup(path: string): void {
    if (![...this.#undecided.values()].includes(path)) this.#undecided.set(newId(), path);
  }

  /** The backups that wait for a person to decide. */
  get undecided(): OpenedBackup[] {
    return [...this.#undecided].map(([id, path]) => ({ id, file: shortened(basename(path)) }));
  }

  /** A backup that was decided on: once. */
  takeBackup(id: string): string | undefined {
    const path = this.#undecided.get(id);
    this.#undecided.delete(id);
    return path;
  }
}
