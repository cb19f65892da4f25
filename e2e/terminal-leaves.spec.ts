/** A command in the terminal, answered without a window, leaves no trace in how Foyer runs later. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { expect, test, type Home } from './foyer';
import { Welcome } from './pages/welcome';
import { inTerminal, typedInTerminal } from './terminal';

async function logOf(home: Home): Promise<string> {
  const folder = join(home.profile, 'logs');
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

test('commands without a window bring no safe mode', async ({ home }) => {
  for (let time = 0; time < 3; time += 1) {
    expect(await inTerminal(home, ['list'])).toMatchObject({ code: 0 });
  }
  const log = await logOf(home);
  expect(log).toContain('main.start');
  expect(log).not.toContain('main.safeMode');
});

test('a command with Foyer closed leaves the library’s index, and a folder that was never made', async ({
  home,
}) => {
  test.slow();
  expect(await inTerminal(home, ['list'])).toMatchObject({ code: 0 });
  const { app, window } = await home.start();
  // The folder is not missed, because no start has made it yet.
  await new Welcome(window).practise();
  await expect(window.getByText('Aurora').first()).toBeVisible();
  await app.close();
  const index = join(home.profile, 'library-index.jsonl');
  const before = await readFile(index, 'utf8');
  expect(before).toContain('Aurora');
  expect(await inTerminal(home, ['list'])).toMatchObject({ code: 0 });
  expect(await readFile(index, 'utf8')).toBe(before);
});

for (const isRunning of [false, true]) {
  test(`a preview broken off by Ctrl C is not said to have started, Foyer ${isRunning ? '' : 'not '}running`, async ({
    home,
    service,
  }) => {
    test.slow();
    const first = await home.start();
    await new Welcome(first.window).connect({
      baseAddress: service.baseAddress,
      token: service.token,
    });
    if (!isRunning) await first.app.close();
    const release = service.holdAnswers();
    const words = ['preview', '--bot', 'cl_booking', '--to', '+44 7700 900112'];
    const command = await typedInTerminal(home, words);
    await expect.poll(() => service.received()).toHaveLength(1);
    command.interrupt();
    const { code, err } = await command.ended;
    expect(code, err).toBe(4);
    expect(service.received()).toHaveLength(1);
    release();
  });
}

test('a window that is opened while a command runs is closed like any other', async ({
  home,
  service,
}) => {
  test.slow();
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  await first.app.close();
  service.holdAnswers();
  const command = await _electron.launch({
    args: [
      ...sandboxSwitches(),
      ...[resolve(import.meta.dirname, '..'), `--profile=${home.profile}`],
      ...[`--library=${home.library}`, 'preview', '--bot', 'cl_booking', '--to', '+44 7700 900112'],
    ],
    env: { ...(process.env as Record<string, string>), ...home.keychain.env },
  });
  await expect.poll(() => service.received()).toHaveLength(1);
  await command.evaluate(({ app }) => {
    app.emit('second-instance', {}, [], '', { asked: { kind: 'open' } });
  });
  const window = await command.firstWindow();
  await window.getByRole('heading', { level: 1 }).first().waitFor();
  await window.evaluate(async () => {
    await self.foyer.invoke('library.create', { name: 'Kept' });
    const { value } = (await self.foyer.invoke('library.list', undefined)) as {
      value: { themes: { id: string }[] };
    };
    // In main's memory when it is answered; on the disk only after a rest, or when Foyer quits.
    await self.foyer.invoke('library.edit', {
      id: value.themes[0]?.id ?? '',
      edits: [{ field: 'customCss', value: '/* Last words */' }],
    });
  });
  await command.close();
  const files = await readdir(home.library);
  const themes = await Promise.all(
    files
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFile(join(home.library, name), 'utf8')),
  );
  expect(themes.join('')).toContain('Last words');
});
