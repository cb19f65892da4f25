/**
 * The runs that are under way, on the disk as they leave: the list of previews is written later, so
 * that it holds nothing up, and a Foyer that is killed until then would not know of them. Each is
 * added in one turn and not synced: what a kill leaves is there; after a power cut the activity's
 * record, which is synced, still tells of the request.
 */
import { join } from 'node:path';
import { previewRunSchema, type PreviewRun } from '@shared/sending';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openAppendLog } from '../storage/storage';

const recordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('left'), run: previewRunSchema }),
  z.object({ type: z.literal('ended'), id: z.string() }),
]);

export interface RunsUnderWay {
  /** Those that had left and not ended when the app ended, oldest first. */
  readonly found: readonly PreviewRun[];
  /** It is about to leave. @throws StorageError */
  left(run: PreviewRun): Promise<unknown>;
  /** Its end is in the list. @throws StorageError */
  ended(id: string): Promise<unknown>;
}

/** Where the record can't be read: what left is still in the activity's. */
export const unknownRuns: RunsUnderWay = {
  found: [],
  left: () => Promise.resolve(),
  ended: () => Promise.resolve(),
};

/** As many as can be under way at once, many times over. */
const looked = 200;

/** Opens the record in the profile's folder. @throws StorageError when it can't be read */
export async function openRunsUnderWay(folder: string): Promise<RunsUnderWay> {
  const log = await openAppendLog({
    folder: join(folder, 'previews'),
    name: 'under-way',
    format: storedFormats['previews-under-way'],
    schema: recordSchema,
    maxSegmentBytes: 128 * 1024,
    maxSegments: 2,
    sync: false,
  });
  const { entries } = await log.page({ limit: looked });
  const ended = new Set(entries.map(({ record }) => record.type === 'ended' && record.id));
  return {
    found: entries
      .flatMap(({ record }) => (record.type === 'left' ? [record.run] : []))
      .filter(({ activityId }) => !ended.has(activityId))
      .reverse(),
    left: (run) => log.append({ type: 'left', run }),
    ended: (id) => log.append({ type: 'ended', id }),
  };
}
