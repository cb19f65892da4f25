/** Imports, exports and backups: what is under way, and what came of them. */
import { m } from '@shared/messages/messages';
import type { ExportResult, ImportReport, TransferProgress } from '@shared/transfer';
import { bridge, onEvent } from '../bridge';
import { toast } from '../ui/toast';
import { report } from '../ui/report';
import type { Brought, BroughtAsItCame } from './themes-that-come';
import { asWindowWork } from './window-work';

/** So many names are said in passing. */
const mostNames = 3;

/** What a person is told in a dialog: of a backup, what is not in it. */
export type Told = BroughtAsItCame | { readonly kind: 'backup'; readonly report: ExportResult };

async function importRead(files: readonly File[], text: string): Promise<ImportReport> {
  // Rarely wanted, so it is loaded then.
  const { readFiles } = await import('./given-files');
  const { files: read, failed } = await readFiles(files);
  if (text !== '') read.push({ name: m.transfer_pasted(), text });
  const nothing: ImportReport = { imported: [], failed: [], notDone: 0, isStopped: false };
  const done = read.length === 0 ? nothing : await bridge.transfer.importTexts({ files: read });
  return { ...done, failed: [...failed, ...done.failed] };
}

class Transfer {
  #progress = $state.raw<TransferProgress>(null);
  #reports = $state.raw<readonly Told[]>([]);

  /** How far long work is. */
  get progress(): TransferProgress {
    return this.#progress;
  }

  /** What came of the first that was not read about yet: each has its turn. */
  get told(): Told | null {
    return this.#reports[0] ?? null;
  }

  /** Listens to main; returns the end. */
  start(): () => void {
    return onEvent('transfer.progress', (progress) => {
      this.#progress = progress;
    });
  }

  /** Asks for files and imports them. Never rejects. */
  async importFiles(): Promise<void> {
    await this.#import(() => bridge.transfer.importFiles());
  }

  /** Imports files that were dropped or pasted, and text that was pasted. Never rejects. */
  async importGiven(files: readonly File[], text = ''): Promise<void> {
    await this.#import(() => asWindowWork('import', () => importRead(files, text)));
  }

  /**
   * Does work by which themes come, and tells of it; they can be taken back from there as they came. Imports that come
   * while another report is read are told of together.
   */
  async bring(work: () => Promise<Brought | null>): Promise<void> {
    const { bringing, joined } = await import('./themes-that-come');
    const brought = await bringing(work);
    if (!brought) return;
    const last = this.#reports.at(-1);
    const both =
      this.#reports.length > 1 && last && last.kind !== 'backup'
        ? joined(last, brought)
        : undefined;
    if (both) this.#reports = [...this.#reports.slice(0, -1), both];
    else this.tell(brought);
  }

  /** Shows what came of it in its turn, whatever the screen. */
  tell(done: Told): void {
    this.#reports = [...this.#reports, done];
  }

  /** Asks where to and exports themes. Never rejects. */
  async exportThemes(themes: { id: string; name: string }[] | 'all'): Promise<void> {
    try {
      const done = await bridge.transfer.exportThemes({ themes });
      if (!done) return;
      const { file, count, leftOut } = done;
      toast(
        leftOut.length === 0
          ? m.transfer_exported({ file, count })
          : m.transfer_exported_left_out({
              ...{ file, done: count, count: leftOut.length },
              names: namesIn(leftOut),
            }),
      );
    } catch (error) {
      report(error);
    }
  }

  /** Stops the work that is under way. */
  stop(): void {
    bridge.transfer.stop().catch(report);
  }

  /** The report was read; the next one is shown, if there is one. */
  dismiss(): void {
    this.#reports = this.#reports.slice(1);
  }

  async #import(run: () => Promise<ImportReport | null>): Promise<void> {
    try {
      await this.bring(async () => {
        const done = await run();
        return done && { kind: 'import', report: done };
      });
    } catch (error) {
      report(error);
    }
  }
}

/** The names of the first, for a sentence in passing. */
export function namesIn(all: readonly { readonly name: string }[]): string {
  const names = all.slice(0, mostNames).map(({ name }) => name);
  return [...names, ...(all.length > mostNames ? ['…'] : [])].join(', ');
}

/** The imports and exports of this window. */
export const transfer = new Transfer();
