import { join } from 'node:path';
import { previewFieldsSchema, previewShortcutSchema } from '@shared/previews';
import { previewRunSchema, type PreviewRun } from '@shared/sending';
import { z } from 'zod';
import { openDocument, type DocumentFile } from '../storage/storage';

const previewsDocumentSchema = z.looseObject({
  history: z.array(previewRunSchema),
  shortcuts: z.array(previewShortcutSchema).default([]),
  /** By connection: to whom something may have been sent, as `recipientKey` writes them. */
  recipients: z.record(z.string(), z.array(z.string())).default({}),
  /** By connection: the one-off form as it was left. */
  drafts: z.record(z.string(), previewFieldsSchema).default({}),
});

/** The document `previews.json` of the profile. The history is newest first. */
export type PreviewsDocument = z.infer<typeof previewsDocumentSchema>;

/** A document with nothing in it. */
export const emptyPreviews = (): PreviewsDocument => ({
  history: [],
  shortcuts: [],
  recipients: {},
  drafts: {},
});

/** Opens the document in the profile's folder; nothing is read yet. */
export function openPreviewsDocument(folder: string): DocumentFile<PreviewsDocument> {
  return openDocument(join(folder, 'previews.json'), {
    format: 1,
    schema: previewsDocumentSchema,
    initial: emptyPreviews,
    keepPrevious: true,
  });
}

/**
 * A run that is still under way there was cut off by the end of the app before: whether it
 * arrived is not known.
 */
export function withInterrupted(document: PreviewsDocument): PreviewsDocument {
  return { ...document, history: document.history.map(interrupted) };
}

function interrupted(run: PreviewRun): PreviewRun {
  if (run.outcome !== null) return run;
  return { ...run, outcome: { kind: 'unsure', reason: 'interrupted', detail: '' } };
}
