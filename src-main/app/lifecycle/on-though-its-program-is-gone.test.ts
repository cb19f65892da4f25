/**
 * An AppImage was set to start at sign-in, and has another name since: a newer one was downloaded by hand, or it was
 * moved out of Downloads. The desktop looks for the program that the file names (`TryExec`), finds none and starts
 * nothing. Settings must not say that Foyer starts at sign-in; at its next start Foyer names the program that runs.
 */
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  autostartPath,
  followProgram,
  isAutostarted,
  setAutostarted,
  type AutostartOptions,
} from './autostart-file';

/** Elsewhere a path is written in other words, and has no such letters. */
const onPosix = it.skipIf(process.platform === 'win32');

/** Of a Foyer whose program lies there. */
async function installed() {
  const home = await mkdtemp(join(tmpdir(), 'foyer-autostart-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const downloads = join(home, 'Downloads');
  await mkdir(downloads);
  const program = join(downloads, 'Foyer-0.1.0.AppImage');
  await writeFile(program, '', { mode: 0o755 });
  const options: AutostartOptions = {
    ...{ environment: {}, home, program, words: ['--hidden'], profile: undefined },
  };
  await setAutostarted(options, true);
  return { options, downloads };
}

/** The same, after its program has another name. */
async function moved(options: AutostartOptions, downloads: string): Promise<AutostartOptions> {
  const program = join(downloads, 'Foyer-0.2.0.AppImage');
  await rename(options.program, program);
  return { ...options, program };
}

it('the control: it is on while its program is there', async () => {
  const { options } = await installed();
  expect(await isAutostarted(options)).toBe(true);
});

it('it is not on once the program that it names is gone', async () => {
  const { options, downloads } = await installed();
  expect(await isAutostarted(await moved(options, downloads))).toBe(false);
});

onPosix.each([
  ['switched on again', (options: AutostartOptions) => setAutostarted(options, true)],
  ['at the next start', followProgram],
])('%s, it names the one that runs', async (_, act) => {
  const { options, downloads } = await installed();
  const now = await moved(options, downloads);
  await act(now);
  expect(await isAutostarted(now)).toBe(true);
  expect(await readFile(autostartPath(now), 'utf8')).toContain(`"${now.program}" "--hidden"`);
});

it('a start leaves a file that is switched off, or whose program is there', async () => {
  const { options, downloads } = await installed();
  const path = autostartPath(options);
  const kept = await readFile(path, 'utf8');
  await followProgram({ ...options, program: join(downloads, 'Foyer-tried-once.AppImage') });
  expect(await readFile(path, 'utf8')).toBe(kept);
  await appendFile(path, 'Hidden=true\n');
  await followProgram(await moved(options, downloads));
  expect(await readFile(path, 'utf8')).toBe(`${kept}Hidden=true\n`);
});

onPosix('a file that names a program with odd letters is told by the same letters', async () => {
  const { options, downloads } = await installed();
  const program = join(downloads, 'a\tb \\n.AppImage');
  await rename(options.program, program);
  await setAutostarted({ ...options, program }, true);
  expect(await isAutostarted(options)).toBe(true);
});
