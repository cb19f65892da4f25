/**
 * Starting at sign-in was switched on in a Foyer that runs with `--library=FOLDER`, as the guide shows it; the file names
 * that folder. A newer AppImage took the old one's place and was opened by a click, once, or it was tried once with
 * another folder. The file is made to name the program that runs, to be "started as before": with the library as before.
 */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

const onPosix = it.skipIf(process.platform === 'win32');

/** What the file starts after the program that it names got another name, and was started with these words. */
async function startedAfterwards(before: readonly string[], then: readonly string[]) {
  const home = await mkdtemp(join(tmpdir(), 'foyer-autostart-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const program = join(home, 'Foyer-0.1.0.AppImage');
  await writeFile(program, '', { mode: 0o755 });
  const options: AutostartOptions = {
    ...{ environment: {}, home, program, words: [...before], profile: undefined },
  };
  await setAutostarted(options, true);
  const newer = join(home, 'Foyer-0.2.0.AppImage');
  await rename(program, newer);
  await followProgram({ ...options, program: newer, words: [...then] });
  const text = await readFile(autostartPath(options), 'utf8');
  expect(text).toContain(`TryExec=${newer}`);
  return /^Exec=.*$/mu.exec(text)?.[0].replace(newer, 'foyer');
}

onPosix('the control: it names the program that runs, with the words as before', async () => {
  const words = ['--library=/srv/brands', '--hidden'];
  expect(await startedAfterwards(words, words)).toBe(
    `Exec="foyer" "--library=/srv/brands" "--hidden"`,
  );
});

onPosix('it keeps the library that it named, where this start names none', async () => {
  expect(await startedAfterwards(['--library=/srv/brands', '--hidden'], ['--hidden'])).toBe(
    `Exec="foyer" "--library=/srv/brands" "--hidden"`,
  );
});

onPosix('it takes no library of one start', async () => {
  expect(await startedAfterwards(['--hidden'], ['--library=/tmp/tried', '--hidden'])).toBe(
    `Exec="foyer" "--hidden"`,
  );
});

onPosix('a command of a person’s own stays, and is not said to be on', async () => {
  const home = await mkdtemp(join(tmpdir(), 'foyer-autostart-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const gone = join(home, 'Foyer-0.1.0.AppImage');
  const options: AutostartOptions = {
    ...{ environment: {}, home, program: gone, words: ['--hidden'], profile: undefined },
  };
  await setAutostarted(options, true);
  const path = autostartPath(options);
  const own = (await readFile(path, 'utf8')).replace(/^Exec=.*$/mu, `Exec=nice ${gone}`);
  await writeFile(path, own);
  const newer = { ...options, program: join(home, 'Foyer-0.2.0.AppImage') };
  await followProgram(newer);
  expect(await readFile(path, 'utf8')).toBe(own);
  expect(await isAutostarted(newer)).toBe(false);
});
