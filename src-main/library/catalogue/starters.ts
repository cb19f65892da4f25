/** Reads the themes that come with Foyer. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { tagSchema, themeNameSchema, themeSchema } from '@shared/theme/theme';
import { readWhole } from '../../storage/storage';

const starterSchema = z.object({
  id: z.string().min(1),
  name: themeNameSchema,
  tags: z.array(tagSchema),
  theme: themeSchema,
});

/** A theme that comes with Foyer. */
export type Starter = z.infer<typeof starterSchema>;

const largestStarter = 1024 * 1024;

/**
 * Reads the starter themes, in the order of their files' names. One that can't be read is left out
 * and told to `damaged`; without the folder there are none.
 */
export async function readStarters(
  folder: string,
  damaged: (file: string, reason: string) => void,
): Promise<readonly Starter[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    damaged(folder, String(error));
    return [];
  });
  const starters: Starter[] = [];
  for (const name of names.filter((each) => extname(each) === '.json').sort()) {
    const file = await readWhole(join(folder, name), largestStarter);
    try {
      if (file.state !== 'ok') throw new Error(file.state);
      starters.push(starterSchema.parse(JSON.parse(file.bytes.toString('utf8'))));
    } catch (error) {
      damaged(name, String(error));
    }
  }
  return starters;
}
