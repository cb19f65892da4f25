/** Saving and restoring backups, which goes on when Settings is left: what came of it is said then, too. */
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import type { IfDifferent, KnownBackup } from '@shared/transfer';
import { bridge } from '../bridge';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { toast } from '../ui/toast';
import { transfer } from './transfer.svelte';

class Backup {
  #last = $state.raw<KnownBackup | undefined>();
  #problem = $state.raw<Problem | null>(null);
  #busy = $state<'save' | 'restore' | null>(null);
  /** Its panel is there to say what went wrong. */
  #isShown = false;

  /** When the last one was saved; `undefined` until main has answered. */
  get last(): KnownBackup | undefined {
    return this.#last;
  }

  /** What went wrong last, while its panel is there. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** What is under way. */
  get busy(): 'save' | 'restore' | null {
    return this.#busy;
  }

  /** Its panel is there, until the end that is returned. */
  start(): () => void {
    this.#isShown = true;
    // It never rejects.
    void this.#readLast();
    return () => {
      this.#isShown = false;
      this.#problem = null;
    };
  }

  /** Asks where to and saves one. Never rejects. */
  async save(): Promise<void> {
    await this.#work('save', async () => {
      const done = await bridge.transfer.backup();
      if (!done) return;
      const { file, count, leftOut } = done;
      if (leftOut.length > 0) transfer.tell({ kind: 'backup', report: done });
      else toast(m.transfer_backup_saved({ file, count }));
      if (this.#isShown) await this.#readLast();
    });
  }

  /** Asks for one and restores it. Never rejects. */
  async restore(ifDifferent: IfDifferent): Promise<void> {
    await this.#work('restore', () =>
      transfer.bring(async () => {
        const done = await bridge.transfer.restore({ ifDifferent });
        return done && { kind: 'restore', report: done };
      }),
    );
  }

  async #work(what: 'save' | 'restore', work: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = what;
    this.#problem = null;
    try {
      await work();
    } catch (error) {
      if (this.#isShown) this.#problem = problemOf(error);
      else report(error);
    } finally {
      this.#busy = null;
    }
  }

  async #readLast(): Promise<void> {
    try {
      this.#last = await bridge.transfer.lastBackup();
    } catch (error) {
      this.#last = 'unknown';
      if (this.#isShown) this.#problem = problemOf(error);
    }
  }
}

/** The backups of this window. */
export const backup = new Backup();
