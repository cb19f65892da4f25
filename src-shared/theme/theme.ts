/**
 * The theme object: the look of a chat, in the shape that the service documents
 * (contract, *Save theme template*), and the document that holds one in the library.
 */
import { storedFormats } from '../stored-formats';
import { z } from 'zod';
import { fieldRule } from '../field-rule';
import { isSendable, pathIdReason } from '../sendable-text';

export { publicationKey } from './publication-key';

/** Where a background comes from. Contract: `theme.general.background.type`. */
export const backgroundTypes = ['Color', 'Image', 'None'] as const;
/** How round buttons, inputs and pictures are. Contract: `theme.roundness`. */
export const roundnesses = ['none', 'medium', 'large'] as const;

// Loose objects: a theme made by hand or by a later version keeps its unknown fields in the
// library. They are never sent (see `themeForService`).
const avatarSchema = z.looseObject({ isEnabled: z.boolean(), url: z.string().optional() });
const surfaceSchema = z.looseObject({ backgroundColor: z.string(), color: z.string() });
const inputsSchema = surfaceSchema.extend({ placeholderColor: z.string() });

/** The documented theme object. Colours and addresses are any text: their formats are unknown. */
export const themeSchema = z.looseObject({
  general: z.looseObject({
    font: z.string(),
    background: z.looseObject({
      type: z.enum(backgroundTypes),
      content: z.string().optional(),
    }),
  }),
  chat: z.looseObject({
    hostAvatar: avatarSchema.optional(),
    guestAvatar: avatarSchema.optional(),
    hostBubbles: surfaceSchema,
    guestBubbles: surfaceSchema,
    buttons: surfaceSchema,
    inputs: inputsSchema,
  }),
  roundness: z.enum(roundnesses).optional(),
  customCss: z.string().optional(),
});
export type Theme = z.infer<typeof themeSchema>;

/** What a new theme starts from (product, *Studio*). A fresh object at each call. */
export function newTheme(): Theme {
  return {
    general: { font: 'Open Sans', background: { type: 'Color', content: '#FFFFFF' } },
    chat: {
      hostAvatar: { isEnabled: true },
      guestAvatar: { isEnabled: false },
      hostBubbles: { backgroundColor: '#F7F8FF', color: '#303235' },
      guestBubbles: { backgroundColor: '#FF8E21', color: '#FFFFFF' },
      buttons: { backgroundColor: '#0042DA', color: '#FFFFFF' },
      inputs: { backgroundColor: '#FFFFFF', color: '#303235', placeholderColor: '#9095A0' },
    },
    roundness: 'medium',
  };
}

/**
 * What links a theme to a template on a service. It stands in the theme's own file, so that a
 * second computer on the same folder does not publish a second copy.
 */
export const publicationSchema = z.looseObject({
  /** The template's id there: the one that the service gave back. */
  templateId: z.string(),
  /**
   * When the service answered, or the person linked it, ISO 8601. Of one that was not answered, and that a
   * person found there: when it was sent.
   */
  at: z.string(),
  /** What was last sent and accepted; absent where a person linked the theme and nothing was sent. */
  sent: z.looseObject({ name: z.string(), theme: themeSchema }).optional(),
  /**
   * Which of Foyer's saves it came of, by chance: whether a save whose answer was lost is this one can't be
   * told by a clock, which may have been moved, nor by what was sent, which others may have sent too.
   */
  attempt: z.string().optional(),
  /** The template as the service gave it back, if it did. None of its fields is promised. */
  answer: z.record(z.string(), z.unknown()).optional(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** Of a conflict copy: the theme that it was, by its id and the name that it had. */
export const conflictOfSchema = z.object({ id: z.string(), name: z.string() });
export type ConflictOf = z.infer<typeof conflictOfSchema>;

/** The longest id of a theme that calls take, in UTF-16 units. */
export const longestThemeId = 100;
/** The id of a theme. An earlier Foyer published it under that, so it must be able to stand in an address. */
export const themeIdSchema = z
  .string()
  .min(1)
  .max(longestThemeId)
  .refine((id) => pathIdReason(id) === undefined);

/** The format number of theme files that this version writes. */
export const themeDocumentFormat = storedFormats.theme;

/** By template ID, how often; under `''` where nobody knows of which template, as an earlier Foyer noted it. */
const timesSchema = z.union([
  z.record(z.string(), z.number().int().min(1)),
  z
    .number()
    .int()
    .min(1)
    .transform((times): Record<string, number> => ({ '': times })),
]);

/** A theme file in the library folder. Unknown keys are kept. */
export const themeDocumentSchema = z.looseObject({
  format: z.literal(themeDocumentFormat),
  /** UUIDv7, or what a hand wrote. */
  id: themeIdSchema,
  name: z.string(),
  tags: z.array(z.string()),
  /** ISO 8601; for showing and sorting only, never for deciding which edit came first. */
  updatedAt: z.string(),
  /** By `publicationKey`. */
  publications: z.record(z.string(), publicationSchema),
  /**
   * By `publicationKey` and template ID, how often a person has unlinked it there, or linked it to another template than
   * it had: each time the template stays as it is, and the next first save makes another one.
   */
  unlinked: z.record(z.string(), timesSchema).optional(),
  /** The theme of which this is the other version, since both were changed at the same time. */
  conflictOf: conflictOfSchema.optional(),
  theme: themeSchema,
  /** It came from elsewhere: its pictures are not fetched before a person allows it. Never sent. */
  picturesWait: z.boolean().optional(),
});
export type ThemeDocument = z.infer<typeof themeDocumentSchema>;

/** How often a person has unlinked a theme at a place, from whatever template. */
export function timesUnlinked(theme: Pick<ThemeDocument, 'unlinked'>, key: string): number {
  return Object.values(timesByTemplate(theme, key)).reduce((sum, times) => sum + times, 0);
}

/** How often a person has unlinked a theme from one template at a place. */
export function timesUnlinkedFrom(
  theme: Pick<ThemeDocument, 'unlinked'>,
  key: string,
  templateId: string,
): number {
  const times = timesByTemplate(theme, key);
  return Object.hasOwn(times, templateId) ? (times[templateId] ?? 0) : 0;
}

/** By template ID, how often a person has unlinked a theme from it at a place. */
export function timesByTemplate(
  { unlinked }: Pick<ThemeDocument, 'unlinked'>,
  key: string,
): Readonly<Record<string, number>> {
  return unlinked !== undefined && Object.hasOwn(unlinked, key) ? (unlinked[key] ?? {}) : {};
}

/** The name and the length of a name that the library takes. */
export const themeNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(isSendable, fieldRule('name', 'unsendableText'));
/** A name as a theme may have it already: files made by hand have none, or longer ones than can be entered. */
export const givenNameSchema = z.string().max(100_000);
/** A tag as a theme may wear it already: files made by hand have longer ones than can be entered. */
export const wornTagSchema = z.string().max(100_000);
export const tagSchema = z.string().trim().min(1).max(40);
