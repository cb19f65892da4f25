import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AutostartOptions,
  autostartPath,
  followProgram,
  isAutostarted,
  setAutostarted,
} from './autostart-file';

/** Elsewhere a path is written in other words, and has no such letters. */
const onPosix = it.skipIf(process.platform === 'win32');

async function person(more: Partial<AutostartOptions> = {}): Promise<AutostartOptions> {
  const home = await mkdtemp(join(tmpdir(), 'foyer-Übung 日本-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const program = '/opt/Übung 日本/foyer';
  return { environment: {}, home, program, words: ['--hidden'], profile: undefined, ...more };
}

describe.skipIf(process.platform === 'win32')('starting at login on Linux', () => {
  it('is off, then on by a file of the desktop, then off without one', async () => {
    const mine = await person();
    expect(await isAutostarted(mine)).toBe(false);
    await setAutostarted(mine, false);
    await setAutostarted(mine, true);
    expect(await isAutostarted(mine)).toBe(true);
    const path = join(mine.home, '.config', 'autostart', 'app.foyer.Foyer.desktop');
    expect(autostartPath(mine)).toBe(path);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(/^\[Desktop Entry\]\nType=Application\n/u);
    expect(text).toContain('\nExec="/opt/Übung 日本/foyer" "--hidden"\n');
    expect(text).toContain('\nTryExec=/opt/Übung 日本/foyer\n');
    await setAutostarted(mine, false);
    expect(await isAutostarted(mine)).toBe(false);
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it.each([
    ['Hidden=true'],
    ['Hidden = true '],
    ['X-GNOME-Autostart-enabled=false'],
    ['Hidden=true\r'],
  ])('is off when a person switched it off by %j, and on again by the setting', async (line) => {
    const mine = await person();
    await setAutostarted(mine, true);
    const path = autostartPath(mine);
    const key = line.split('=')[0]?.trim() ?? '';
    const text = await readFile(path, 'utf8');
    const others = text.split('\n').filter((one) => !one.startsWith(key));
    await writeFile(path, [...others, line].join('\n'));
    expect(await isAutostarted(mine)).toBe(false);
    await setAutostarted(mine, true);
    expect(await isAutostarted(mine)).toBe(true);
  });

  it('keeps a program with odd letters one word, which nothing else reads', async () => {
    const mine = await person({ program: '/opt/a "b" $HOME `id` \\ 100%/foyer' });
    await setAutostarted(mine, true);
    expect(await readFile(autostartPath(mine), 'utf8')).toContain(
      String.raw`Exec="/opt/a \\"b\\" \\$HOME \\${'`'}id\\${'`'} \\\\ 100%%/foyer" "--hidden"`,
    );
    const lines = await person({ program: '/opt/a\nHidden=true\n/foyer' });
    await setAutostarted(lines, true);
    expect(await isAutostarted(lines)).toBe(true);
  });

  it('is in the folder that the person’s desktop looks into, for each profile', async () => {
    const mine = await person();
    const other = join(mine.home, 'other');
    expect(autostartPath({ ...mine, environment: { XDG_CONFIG_HOME: other } })).toBe(
      join(other, 'autostart', 'app.foyer.Foyer.desktop'),
    );
    expect(autostartPath({ ...mine, environment: { XDG_CONFIG_HOME: 'relative' } })).toBe(
      autostartPath(mine),
    );
    const second = { ...mine, profile: '/home/jo/second', words: ['--profile=/home/jo/second'] };
    await setAutostarted(second, true);
    expect(await isAutostarted(mine)).toBe(false);
    expect(await isAutostarted(second)).toBe(true);
  });

  it('says so when it can’t be written or read, and writes through a link', async () => {
    const mine = await person();
    await mkdir(join(mine.home, '.config'));
    await writeFile(join(mine.home, '.config', 'autostart'), '');
    await expect(setAutostarted(mine, true)).rejects.toMatchObject({ name: 'StorageError' });

    const odd = await person();
    await mkdir(autostartPath(odd), { recursive: true });
    await expect(isAutostarted(odd)).rejects.toMatchObject({ kind: 'notAFile' });

    const linked = await person();
    const target = join(linked.home, 'dotfiles.desktop');
    await writeFile(target, '[Desktop Entry]\nHidden=true\n');
    await mkdir(dirname(autostartPath(linked)), { recursive: true });
    await symlink(target, autostartPath(linked));
    await setAutostarted(linked, true);
    expect(await readFile(target, 'utf8')).toContain('Exec=');
  });
});

/**
 * Starting at sign-in was switched on in a Foyer that runs with `--library=FOLDER`, as the guide shows it; the file names
 * that folder. A newer AppImage took the old one's place and was opened by a click, once, or it was tried once with
 * another folder. The file is made to name the program that runs, to be "started as before": with the library as before.
 */
describe('a file that names a library', () => {
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
});

/**
 * An AppImage was set to start at sign-in, and has another name since: a newer one was downloaded by hand, or it was
 * moved out of Downloads. The desktop looks for the program that the file names (`TryExec`), finds none and starts
 * nothing. Settings must not say that Foyer starts at sign-in; at its next start Foyer names the program that runs.
 */
describe('a file whose program is gone', () => {
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
});
