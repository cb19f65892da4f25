// The name by which systems know the program; src-shared/app-id.ts says more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/running.mjs';

export const { id: appId } = JSON.parse(
  readFileSync(join(root, 'src-shared', 'app-id.json'), 'utf8'),
);

/** The desktop file of Linux: portals and Wayland know a program by its name. */
export const desktopName = `${appId}.desktop`;
