/** A tray, as far as Foyer can tell. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from './foyer';

/** A desktop that says that it has a tray for as long as a file is there. */
export async function playTray(home: Home, folder: string): Promise<{ end(): Promise<void> }> {
  const sign = join(folder, 'has-a-tray');
  const script = `#!/bin/sh\nif [ -e '${sign}' ]; then echo '   boolean true'; else echo '   boolean false'; fi\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'dbus-send'), script, { mode: 0o755 });
  await writeFile(sign, '');
  home.keychain.env['PATH'] = `${folder}:${process.env['PATH'] ?? ''}`;
  return { end: () => rm(sign) };
}
