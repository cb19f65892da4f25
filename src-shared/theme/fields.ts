/**
 * The fields of a theme that can be edited, by a dotted path that is typed and checked: the bridge
 * takes nothing else, so that no call can write outside the documented theme.
 */
import { z } from 'zod';
import { fieldRule } from '../field-rule';
import { isSendable } from '../sendable-text';
import { themeFieldNames } from './field-names';
import { backgroundTypes, roundnesses } from './theme';

const text = z.string().max(2_000);

/** Each editable field with the values it takes. `null` removes an optional field, or the whole avatar. */
export const themeFields = {
  'general.font': text,
  'general.background.type': z.enum(backgroundTypes),
  'general.background.content': text.nullable(),
  'chat.hostAvatar.isEnabled': z.boolean().nullable(),
  'chat.hostAvatar.url': text.nullable(),
  'chat.guestAvatar.isEnabled': z.boolean().nullable(),
  'chat.guestAvatar.url': text.nullable(),
  'chat.hostBubbles.backgroundColor': text,
  'chat.hostBubbles.color': text,
  'chat.guestBubbles.backgroundColor': text,
  'chat.guestBubbles.color': text,
  'chat.buttons.backgroundColor': text,
  'chat.buttons.color': text,
  'chat.inputs.backgroundColor': text,
  'chat.inputs.color': text,
  'chat.inputs.placeholderColor': text,
  roundness: z.enum(roundnesses).nullable(),
  customCss: z.string().max(2_000_000).nullable(),
} as const satisfies Record<(typeof themeFieldNames)[number], z.ZodType>;

export type ThemeField = keyof typeof themeFields;
export type ThemeFieldValue<Field extends ThemeField = ThemeField> = z.infer<
  (typeof themeFields)[Field]
>;

/** One change of one field. */
export type ThemeEdit = {
  [Field in ThemeField]: { field: Field; value: ThemeFieldValue<Field> };
}[ThemeField];

/** Checks that the value is one that the field takes. */
export const themeEditSchema = z
  .object({ field: z.enum(themeFieldNames), value: z.union([z.string(), z.boolean(), z.null()]) })
  .superRefine((edit, context) => {
    const result = themeFields[edit.field].safeParse(edit.value);
    if (!result.success) {
      context.addIssue({ code: 'custom', path: ['value'], message: 'not a value of this field' });
    } else if (typeof edit.value === 'string' && !isSendable(edit.value)) {
      const rule = fieldRule(edit.field, 'unsendableText');
      context.addIssue({ code: 'custom', path: ['value'], ...rule });
    }
  })
  .transform((edit) => edit as ThemeEdit);
