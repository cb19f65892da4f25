// The packed app (archive, code cache, fuses), for the rows that measure a start. It is made anew when
// something that goes into it has changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../packaging/package.mjs';
import { sourcesHash } from '../tools/build.mjs';
import { root } from '../tools/running.mjs';

const output = join(root, '.runtime', 'measured-package');
const stampFile = join(output, 'stamp');

function wantedStamp(runtime) {
  const hash = createHash('sha256').update(sourcesHash(root)).update(runtime.version);
  const folder = join(root, 'packaging');
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.mjs'))
    .sort()) {
    hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

/** @returns {Promise<string>} the program; one that a debugger may look into */
export async function packedApp(runtime) {
  const names = {
    darwin: join('mac', 'Foyer.app', 'Contents', 'MacOS', 'Foyer'),
    win32: join('win-unpacked', 'Foyer.exe'),
  };
  const program = join(output, names[process.platform] ?? join('linux-unpacked', 'foyer'));
  const stamp = wantedStamp(runtime);
  const isMade = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isMade && existsSync(program)) return program;
  console.log('Making the package that is measured …');
  rmSync(output, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await makeFolder({ runtime, version, letsTestsIn: true, output });
  writeFileSync(stampFile, stamp);
  return program;
}
