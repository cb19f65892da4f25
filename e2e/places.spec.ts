/** Where Foyer lives: folders of any name, one that can't be written, two people, a lock left over. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron } from '@playwright/test';
import { newTheme } from '../src-shared/theme/theme';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import { expect, test, type Home } from './foyer';
import { startInstalled } from './installed';
import { Welcome } from './pages/welcome';
import { inTerminal } from './terminal';
import { emptyLibrary, onDisk, report } from './transfers';

/** The same person's keychain and desktop, another place. */
function placedIn(home: Home, folder: string): Home {
  return { ...home, profile: join(folder, 'profile é'), library: join(folder, 'Vorlagen 日本') };
}

test('a home folder with spaces and other letters: themes, the terminal and a second start', async ({
  home,
}) => {
  const folder = join(dirname(home.profile), 'Übung 日本 %20 #1');
  await mkdir(folder);
  const mine = placedIn(home, folder);
  const app = await _electron.launch({
    args: [
      ...sandboxSwitches(),
      join(import.meta.dirname, '..'),
      `--profile=${mine.profile}`,
      `--library=${mine.library}`,
    ],
    env: { ...(process.env as Record<string, string>), ...home.keychain.env, HOME: folder },
  });
  try {
    const window = await app.firstWindow();
    await new Welcome(window).practise();
    expect((await onDisk(mine)).length).toBeGreaterThan(0);
    expect(await inTerminal(mine, ['list'])).toMatchObject({ code: 0 });
    await writeFile(
      join(folder, 'a b.foyer'),
      JSON.stringify({ name: 'Ö', tags: [], theme: newTheme() }),
    );
    await inTerminal(mine, ['a b.foyer'], {}, folder);
    await expect(report(window, '1 theme imported')).toContainText('Ö');
  } finally {
    await app.close();
  }
});

test('two profiles at once know nothing of each other', async ({ home }) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const other = placedIn(home, join(dirname(home.profile), 'second'));
  const ended = await inTerminal(other, ['preview', 'x']);
  // Its own Foyer without a window answered, not the one that runs.
  expect(ended.err).toContain('There is no preview shortcut named x.');
  expect(await readFile(join(other.profile, 'logs', 'foyer.log'), 'utf8')).toContain('main.start');
});

test('the lock of a dead Foyer keeps nobody out', async ({ home }) => {
  test.skip(process.platform !== 'linux', 'elsewhere the system itself lets go of it');
  await mkdir(home.profile, { recursive: true });
  // Of a process that is not there, as a power cut leaves it.
  await symlink(`${hostname()}-999999`, join(home.profile, 'SingletonLock'));
  await symlink('/tmp/nowhere/SingletonSocket', join(home.profile, 'SingletonSocket'));
  await symlink('1234567890', join(home.profile, 'SingletonCookie'));
  const { window } = await home.start();
  await expect(window.getByRole('button', { name: 'Look around first' })).toBeVisible();
  await home.kill();
  const again = await home.start();
  await expect(again.window.getByRole('button', { name: 'Look around first' })).toBeVisible();
});

test('a profile in which no claim can be made keeps nobody out either', async ({ home }) => {
  await mkdir(home.profile, { recursive: true });
  // In the place of the folder; a full disk refuses one as well.
  await writeFile(join(home.profile, 'claims'), '');
  const { window } = await home.start();
  await expect(window.getByRole('button', { name: 'Look around first' })).toBeVisible();
});

test('a profile that nothing can be written to is said, and Foyer does not end without a word', async ({
  home,
}) => {
  // A file in the place of its folder, which root could not write into either.
  const profile = join(dirname(home.profile), 'taken');
  await writeFile(profile, '');
  const { path } = await findElectron();
  const root = join(import.meta.dirname, '..');
  const started = startInstalled(path, { ...home, profile }, [], [root]);
  try {
    await expect.poll(() => started.said()).toContain(`Foyer can’t save anything in ${profile}`);
  } finally {
    // Its dialog waits for somebody.
    await started.end();
  }
  expect(await readFile(profile, 'utf8')).toBe('');
});
