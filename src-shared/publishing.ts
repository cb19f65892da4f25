/** What came of publishing a theme, with the truth about what the service made of it. */
import { z } from 'zod';
import { outcomeSchema } from './service/outcome';

/** A field that the service did not keep as it was sent. */
export const rewriteSchema = z.object({
  /** Dotted path in the theme, or `name`, `workspaceId`. */
  path: z.string(),
  kind: z.enum(['dropped', 'rewritten', 'added']),
  sent: z.string(),
  answered: z.string(),
});
export type Rewrite = z.infer<typeof rewriteSchema>;

export const publishResultSchema = z.object({
  activityId: z.string(),
  outcome: outcomeSchema,
  /** The template's id there, where the service answered one. */
  templateId: z.string().optional(),
  /** The service gave an id of its own in place of the one that was sent. */
  hasOwnId: z.boolean(),
  rewrites: z.array(rewriteSchema),
});
export type PublishResult = z.infer<typeof publishResultSchema>;
