/** The room *previews*. */
import { z } from 'zod';
import { previewAskSchema, previewFieldsSchema, shortcutInputSchema } from '../previews';
import { previewRunSchema, previewsSchema } from '../sending';
import { call } from './contract';

const connectionId = z.string().max(100);
const id = z.string().max(100);

export const previewsCalls = {
  list: call(z.undefined(), previewsSchema),
  /**
   * Starts a preview, once. Text is taken as it is typed; main says what is wrong with a field.
   * `confirmedPlace` is a person's word for a recipient that nothing was sent to before: the place that
   * `newRecipient` or `isNewRecipient` named. It counts only while the connection leads there. Problems: invalidFields, newRecipient, alreadyUnderWay, recipientBusy, tokenMissing.
   */
  start: call(
    previewFieldsSchema.extend({
      connectionId,
      confirmedPlace: z.string().max(3_000).optional(),
      /** The launcher starts it, and says there how it ends. */
      isOfLauncher: z.boolean().optional(),
    }),
    previewRunSchema,
  ),
  /**
   * Whether nothing was sent to the recipient from the workspace that the connection leads to now, `place`: the
   * first preview from there is confirmed. Problems: notFound, storageNotRead.
   */
  isNewRecipient: call(
    z.object({ connectionId, to: previewFieldsSchema.shape.to }),
    z.object({ isNew: z.boolean(), place: z.string() }),
  ),
  /**
   * Stops waiting for the answer of the one that is under way to this bot and recipient; its outcome
   * is then not known. Others stay as they are. Without `activityId` it is the latest: one before it
   * can be on its way to where the connection led then. `ifInLine` says that it was not to be sent: if it
   * has left by now, its answer is waited for.
   */
  cancel: call(
    previewFieldsSchema
      .pick({ botId: true, to: true })
      .extend({ connectionId, activityId: id.optional(), ifInLine: z.boolean().optional() }),
    z.undefined(),
  ),
  /** Keeps what is typed in the one-off form. */
  saveDraft: call(z.object({ connectionId, fields: previewFieldsSchema }), z.undefined()),

  /** Adds a shortcut at the end of the list. Problems: invalidFields. */
  addShortcut: call(shortcutInputSchema, z.object({ id: z.string() })),
  editShortcut: call(shortcutInputSchema.extend({ id }), z.undefined()),
  /** Moves a shortcut to a place in the list, counted from 0. */
  moveShortcut: call(z.object({ id, index: z.number().int().min(0).max(100_000) }), z.undefined()),
  removeShortcut: call(z.object({ id }), z.undefined()),
  /** Puts a removed shortcut back where it was, while Foyer runs. */
  restoreShortcut: call(z.object({ id }), z.undefined()),
};

export const previewsEvents = {
  changed: previewsSchema,
  /** A link or the tray asks for a filled-in confirmation. Nothing was sent. */
  asked: previewAskSchema,
};
