/** What the library showed first when it was last seen. */
import { z } from 'zod';
import { mostFirstThemes } from './first-screen-element';
import { themeSummarySchema } from './library';
import { outboxSnapshotSchema } from './publishing';

/** The library's first screenful; main never tells it apart from what it shows once it is read. */
export const firstThemesSchema = z.object({
  /** The first ones, in the order in which the library shows them all. */
  themes: z.array(themeSummarySchema).max(mostFirstThemes),
  /** How many there are. */
  count: z.number().int(),
  /** How many each filter shows, by its name. */
  counts: z.record(z.string(), z.number().int()),
  tags: z.array(z.object({ name: z.string(), count: z.number().int() })).max(500),
  /** What was under way with these themes. */
  deliveries: outboxSnapshotSchema.shape.deliveries,
});
export type FirstThemes = z.infer<typeof firstThemesSchema>;
