/** The room *previews*. */
import { z } from 'zod';
import { previewRunSchema, previewsSchema } from '../sending';
import { call } from './contract';

export const previewsCalls = {
  list: call(z.undefined(), previewsSchema),
  /**
   * Starts a preview, once. Text is taken as it is typed; main says what is wrong with a field.
   * Problems: invalidFields, alreadyUnderWay, tokenMissing.
   */
  start: call(
    z.object({
      connectionId: z.string().max(100),
      botId: z.string().max(1_000),
      to: z.string().max(1_000),
      startGroupId: z.string().max(1_000),
    }),
    previewRunSchema,
  ),
  /** Stops waiting for the answer of the run; its outcome is then not known. */
  cancel: call(z.object({ connectionId: z.string().max(100) }), z.undefined()),
};

export const previewsEvents = { changed: previewsSchema };
