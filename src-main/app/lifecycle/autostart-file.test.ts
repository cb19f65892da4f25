import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  autostartPath,
  isAutostarted,
  setAutostarted,
  type AutostartOptions,
} from './autostart-file';

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
