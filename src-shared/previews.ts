/** Preview shortcuts, and what a link, the tray or a key asks a window to confirm. */
import { z } from 'zod';

/** As long as the contract between Foyer's processes takes; the service names no limits. */
const text = z.string().max(1_000);

/** What is typed to start a preview. An empty start group: where the bot begins. */
export const previewFieldsSchema = z.object({ botId: text, to: text, startGroupId: text });
export type PreviewFields = z.infer<typeof previewFieldsSchema>;

/** What is typed to keep a shortcut. */
export const shortcutInputSchema = previewFieldsSchema.extend({
  name: text,
  connectionId: z.string().max(100),
});
export type ShortcutInput = z.infer<typeof shortcutInputSchema>;

/**
 * A saved bot, recipient and optional start group under a name. Its number, 1 to 9, is its place in
 * the whole list: the same in every window, in the tray and in the terminal, whatever connection is
 * in use.
 */
export const previewShortcutSchema = shortcutInputSchema.extend({
  id: z.string(),
  /** When one was last sent that may have arrived, ISO 8601; `null`: not yet. */
  lastAt: z.string().nullable(),
});
export type PreviewShortcut = z.infer<typeof previewShortcutSchema>;

/** A shortcut as the windows see it. */
export const shownShortcutSchema = previewShortcutSchema.extend({
  /** Nothing was sent to this recipient before from the workspace that its connection leads to. */
  isNewRecipient: z.boolean(),
});
export type ShownShortcut = z.infer<typeof shownShortcutSchema>;

/** What a window shows filled in, for a person to confirm. Nothing is sent by it. */
export const previewAskSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('filled'),
    /** Empty: not a shortcut. */
    name: text,
    /** `null`: the connection in use. */
    connectionId: z.string().max(100).nullable(),
    fields: previewFieldsSchema,
    /** It came from outside Foyer. */
    isFromLink: z.boolean(),
  }),
  /** A link named a shortcut that isn't there. */
  z.object({ kind: z.literal('unknownName'), name: text }),
  /** A link named a shortcut, or a connection, while they can't be read. */
  z.object({ kind: z.literal('shortcutsNotRead'), name: text }),
  z.object({ kind: z.literal('connectionsNotRead'), name: text }),
  /** A link named a connection that isn't there. */
  z.object({ kind: z.literal('unknownConnection'), name: text }),
  /** A link named a connection, and more than one is called so. */
  z.object({ kind: z.literal('severalConnections'), name: text }),
]);
export type PreviewAsk = z.infer<typeof previewAskSchema>;
