/** What happened to libraries' folders, one after the other: what an older list of them says goes on by it. */
import { z } from 'zod';

export const folderStepSchema = z.discriminatedUnion('what', [
  /** A folder with that mark (`folderMark`) is there, whichever library lies in it. */
  z.object({ what: z.literal('seen'), mark: z.string() }),
  /** The library was looked for in the folder; its disk may not tell a mark. */
  z.object({ what: z.literal('found'), folder: z.string(), mark: z.string().optional() }),
  /** Foyer moved the library from one folder to another, which has that mark. */
  z.object({
    what: z.literal('moved'),
    from: z.string(),
    folder: z.string(),
    mark: z.string().optional(),
  }),
]);
/** One thing that happened to a library's folder. */
export type FolderStep = z.infer<typeof folderStepSchema>;
