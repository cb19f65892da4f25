import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeftovers } from './durable-write';

/** Until then it may be another Foyer's, which is handing over what it was started with. */
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Removes what killed writers left in the profile and in each folder right inside it, whichever room
 * wrote there. Rooms whose files lie deeper, or are large, sweep their own. Never rejects.
 */
export async function removeProfileLeftovers(profile: string): Promise<void> {
  await removeLeftovers(profile, dayMs);
  const entries = await readdir(profile, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) await removeLeftovers(join(profile, entry.name), dayMs);
  }
}
