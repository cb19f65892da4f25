import { join } from 'node:path';
import { previewFieldsSchema, previewShortcutSchema } from '@shared/previews';
import { previewRunSchema, type PreviewRun } from '@shared/sending';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';

const previewsDocumentSchema = z.looseObject({
  history: z.array(previewRunSchema),
  shortcuts: z.array(previewShortcutSchema).default([]),
  /** By connection and where it led: to whom something may have been sent, as `recipientKey` writes them. */
  recipients: z.record(z.string(), z.array(z.string())).default({}),
  /** By what was sent and where: when last, ISO 8601. The latest last. */
  lastSent: z.record(z.string(), z.string()).default({}),
  /** By connection: the one-off form as it was left. */
  drafts: z.record(z.string(), previewFieldsSchema).default({}),
});

/** How many runs are remembered. */
export const longestHistory = 50;

/** The document `previews.json` of the profile. The history is newest first. */
export type PreviewsDocument = z.infer<typeof previewsDocumentSchema>;

/**
 * Reads the document in the profile's folder; `onRead` when it could be only later.
 *
 * @param underWay the runs that had left when the app ended
 * @param noted the document with what it tells itself, and what the runs that the end of the app cut off tell
 */
export function openPreviewsDocument(
  folder: string,
  underWay: readonly PreviewRun[],
  noted: (document: PreviewsDocument, cutOff: readonly PreviewRun[]) => PreviewsDocument,
  onRead: () => void,
): Promise<DocumentStore<PreviewsDocument>> {
  const document = openDocument<PreviewsDocument>(join(folder, 'previews.json'), {
    format: storedFormats.previews,
    schema: previewsDocumentSchema,
    initial: () => ({ history: [], shortcuts: [], recipients: {}, lastSent: {}, drafts: {} }),
    keepPrevious: true,
  });
  const mend = (read: PreviewsDocument) => {
    const { document: mended, cutOff } = withInterrupted(read, underWay);
    return noted(mended, cutOff);
  };
  return openDocumentStore(document, { mend, onRead });
}

/**
 * What the end of the app cut off: runs that are still under way in the list, and those that had
 * left and are not in it yet. Whether they arrived is not known.
 */
function withInterrupted(
  document: PreviewsDocument,
  underWay: readonly PreviewRun[],
): { document: PreviewsDocument; cutOff: PreviewRun[] } {
  const listed = new Set(document.history.map(({ activityId }) => activityId));
  const missing = underWay.filter(({ activityId }) => !listed.has(activityId));
  // None of them makes room for others: by a clock that was set back they would be the oldest.
  const history = document.history.slice(0, Math.max(0, longestHistory - missing.length));
  for (const run of missing) {
    const place = history.findIndex(({ at }) => at <= run.at);
    history.splice(place === -1 ? history.length : place, 0, run);
  }
  const cutOff = [...document.history, ...missing]
    .filter(({ outcome }) => outcome === null)
    .map(interrupted);
  return {
    document: { ...document, history: history.slice(0, longestHistory).map(interrupted) },
    cutOff,
  };
}

function interrupted(run: PreviewRun): PreviewRun {
  if (run.outcome !== null) return run;
  return { ...run, outcome: { kind: 'unsure', reason: 'interrupted', detail: '' } };
}

/** The history with what is known of one run by now. */
export function withRun(history: readonly PreviewRun[], run: PreviewRun): PreviewRun[] {
  return history.some(({ activityId }) => activityId === run.activityId)
    ? history.map((one) => (one.activityId === run.activityId ? run : one))
    : [run, ...history].slice(0, longestHistory);
}
