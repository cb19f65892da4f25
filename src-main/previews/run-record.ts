/**
 * The list of previews on the disk, and beside it what is under way: what left is known after a kill
 * too, and no write holds up what is to leave, nor the windows.
 */
import type { PreviewRun } from '@shared/sending';
import type { ChangeOptions, DocumentStore } from '../storage/storage';
import { withEarlierSent } from './last-sent';
import { openPreviewsDocument, withRun, type PreviewsDocument } from './previews-document';
import { withRecipient } from './recipients';
import { openRunsUnderWay, unknownRuns } from './runs-under-way';

export interface RunRecordOptions {
  /** The profile's folder. */
  readonly folder: string;
  /** What there is has changed. */
  readonly tell: () => void;
  /** For logs: something went wrong that a person need not act on. */
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
}

export interface RunRecord {
  readonly document: DocumentStore<PreviewsDocument>;
  /** In memory and told at once; resolves when the disk has it. */
  put(
    change: (before: PreviewsDocument) => PreviewsDocument,
    whenRefused: ChangeOptions,
  ): Promise<void>;
  /** A run is about to leave: noted apart; where that fails, it is in the activity's record. Never rejects. */
  leaves(run: PreviewRun): Promise<void>;
  /** A run that has left, in memory; it is on the disk when it takes long, or has ended. */
  show(run: PreviewRun): void;
  /** Has the disk take what it has not yet. Never rejects. */
  write(): Promise<void>;
  /**
   * The end of a run, in the list and in what is known of its recipient. Where the disk refuses it, what
   * was noted as the run left stays: without it, the next start would know nothing of the run. Never rejects.
   */
  end(run: PreviewRun): Promise<void>;
  /** A run of which nothing left. Never rejects. */
  remove(run: PreviewRun): Promise<void>;
}

/** Opens the record. Runs that were under way when the app ended are marked as not known. */
export async function openRunRecord({ folder, tell, warn }: RunRecordOptions): Promise<RunRecord> {
  const leftRuns = await openRunsUnderWay(folder).catch((error: unknown) => {
    warn('previews.underWayUnreadable', { error: String(error) });
    return unknownRuns;
  });
  /** Runs whose ends are in the list, of which the disk may not have it with them yet; also what a kill cut off. */
  const unnotedEnds = new Set(leftRuns.found.map(({ activityId }) => activityId));
  const noted = (read: PreviewsDocument, cutOff: readonly PreviewRun[]) =>
    cutOff.reduce(withRecipient, withEarlierSent(read));
  const document = await openPreviewsDocument(folder, leftRuns.found, noted, tell);

  const put: RunRecord['put'] = (change, whenRefused) => {
    const isStored = document.change(change, whenRefused);
    tell();
    return isStored;
  };

  async function note(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      warn('previews.underWayNotNoted', { error: String(error) });
    });
  }

  /** What came of a run is shown even when the disk refuses it. Never rejects. */
  async function putLate(change: (before: PreviewsDocument) => PreviewsDocument): Promise<void> {
    // What the disk refused of earlier ones it has with this one.
    const ids = [...unnotedEnds];
    try {
      await put(change, { ifRefused: 'keep' });
    } catch (error) {
      warn('previews.notSaved', { error: String(error) });
      return;
    }
    for (const id of ids) if (unnotedEnds.delete(id)) await note(leftRuns.ended(id));
  }

  return {
    document,
    put,
    leaves: (run) => note(leftRuns.left(run)),
    show(run) {
      document.changeInMemory((before) => ({ ...before, history: withRun(before.history, run) }));
      tell();
    },
    write: () => putLate((before) => before),
    end(run) {
      unnotedEnds.add(run.activityId);
      return putLate((before) =>
        withRecipient({ ...before, history: withRun(before.history, run) }, run),
      );
    },
    async remove({ activityId }) {
      await putLate((before) => ({
        ...before,
        history: before.history.filter((run) => run.activityId !== activityId),
      }));
      await note(leftRuns.ended(activityId));
    },
  };
}
