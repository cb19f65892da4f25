/** Where this build's updates come from and how they are installed: what the build and the package say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateFeed, UpdatesOptions } from '../../updates/updates';

/** What the build names (`electron.vite.config.ts`); empty in one that has no updates. */
declare const FOYER_UPDATE_FEED: string;
declare const FOYER_UPDATE_KEY: string;
/** A build for tests, which is never released. */
declare const FOYER_TEST_BUILD: boolean;

/** Packages that the system brings up to date, by what they say of themselves. */
const ofTheSystem: ReadonlySet<string> = new Set(['deb', 'rpm']);

/** What a build names, if this copy of it can be brought up to date at all. */
export function updateSource(): Pick<UpdatesOptions, 'feed' | 'way'> {
  const way = wayOfUpdates();
  return { feed: way ? namedFeed() : undefined, way: way ?? { how: 'system' } };
}

function namedFeed(): UpdateFeed | undefined {
  // From its source it takes what the environment says: there is no package that could be replaced.
  const { FOYER_UPDATE_FEED: address = '', FOYER_UPDATE_KEY: key = '' } = app.isPackaged
    ? { FOYER_UPDATE_FEED, FOYER_UPDATE_KEY }
    : process.env;
  if (address === '' || key === '') return undefined;
  return { address, key, takesLoopback: FOYER_TEST_BUILD || !app.isPackaged };
}

function wayOfUpdates(): UpdatesOptions['way'] | undefined {
  if (process.platform === 'darwin') return { how: 'install', file: 'darwin-universal' };
  const file = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32' || process.env['APPIMAGE']) return { how: 'install', file };
  return ofTheSystem.has(packageType()) ? { how: 'system' } : undefined;
}

/** The file that the makers of packages lay beside the archive. */
function packageType(): string {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim();
  } catch {
    // An unpacked folder, or the source: nothing of the system's.
    return '';
  }
}
