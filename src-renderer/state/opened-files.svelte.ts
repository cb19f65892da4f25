/** Files that were opened with Foyer, by the desktop or on the command line: each in its turn. */
import type { IfDifferent, OpenedBackup } from '@shared/transfer';
import { bridge, onEvent } from '../bridge';
import { openDialogs } from '../ui/open-dialogs.svelte';
import { previewStarter } from './preview-starter.svelte';
import { report } from '../ui/report';
import { transfer } from './transfer.svelte';

class OpenedFiles {
  #isWaiting = $state(false);
  #isWorking = $state(false);
  #backups = $state.raw<readonly OpenedBackup[]>([]);
  #asked = $state.raw<OpenedBackup | null>(null);

  /** The backup that a person is asked about. */
  get asked(): OpenedBackup | null {
    return this.#asked;
  }

  /**
   * Something is there to be done, and nothing that a person looks at would be covered by it. Files are imported also
   * while a report is on show: what came of them waits to be read after it.
   */
  readonly isTheirTurn: boolean = $derived(
    !this.#isWorking &&
      this.#asked === null &&
      previewStarter.current === null &&
      (transfer.told === null
        ? (this.#isWaiting || this.#backups.length > 0) && openDialogs.count === 0
        : this.#isWaiting && openDialogs.count <= 1),
  );

  /** Listens to main; returns the end. */
  start(): () => void {
    return onEvent('transfer.opened', () => {
      this.#isWaiting = true;
    });
  }

  /** Imports what waits, or asks about the next backup. Never rejects. */
  async next(): Promise<void> {
    const [backup, ...others] = this.#backups;
    if (backup && !this.#isWaiting) {
      this.#backups = others;
      this.#asked = backup;
      return;
    }
    this.#isWaiting = false;
    await this.#working(async () => {
      const opened = await bridge.transfer.importOpened();
      // All that nobody has decided on.
      this.#backups = opened?.backups ?? [];
      return opened?.report ? { kind: 'import', report: opened.report, areOpened: true } : null;
    });
  }

  /** Restores the backup that is asked about. Never rejects. */
  async restore(ifDifferent: IfDifferent): Promise<void> {
    const backup = this.#asked;
    if (!backup) return;
    await this.#working(async () => {
      this.#asked = null;
      const done = await bridge.transfer.restoreOpened({ id: backup.id, ifDifferent });
      return done && { kind: 'restore', report: done };
    });
  }

  /** The backup that is asked about is not wanted. */
  drop(): void {
    const backup = this.#asked;
    this.#asked = null;
    if (backup) bridge.transfer.dropOpened({ id: backup.id }).catch(report);
  }

  async #working(work: Parameters<typeof transfer.bring>[0]): Promise<void> {
    this.#isWorking = true;
    try {
      await transfer.bring(work);
    } catch (error) {
      report(error);
    } finally {
      this.#isWorking = false;
    }
  }
}

/** The ones of this window. */
export const openedFiles = new OpenedFiles();
