/**
 * A preview is started in the terminal with Foyer not running, and while the service has not answered, a
 * person opens Foyer. The exit code says what came of the preview all the same.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { expect, test, type Home } from './foyer';
import { Welcome } from './pages/welcome';

test.describe.configure({ retries: 0 });

const words = ['preview', '--bot', 'cl_booking', '--to', '+44 7700 900112'];

async function typed(home: Home) {
  const command = await _electron.launch({
    args: [
      ...sandboxSwitches(),
      ...[resolve(import.meta.dirname, '..'), `--profile=${home.profile}`],
      ...[`--library=${home.library}`, ...words],
    ],
    env: { ...(process.env as Record<string, string>), ...home.keychain.env },
  });
  const child = command.process();
  let said = '';
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { command, ended, said: () => said };
}

for (const isOpened of [false, true]) {
  test(`a preview that the service refuses is not said to be accepted, Foyer ${isOpened ? '' : 'not '}opened meanwhile`, async ({
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
    service.setBehaviour('startChatAppPreview', { status: 400 });
    const release = service.holdAnswers();
    const { command, ended, said } = await typed(home);
    await expect.poll(() => service.received()).toHaveLength(1);
    if (isOpened) {
      await command.evaluate(({ app }) => {
        app.emit('second-instance', {}, [], '', { asked: { kind: 'open' } });
      });
      const window = await command.firstWindow();
      await window.getByRole('heading', { level: 1 }).first().waitFor();
    }
    release();
    if (isOpened) {
      await expect.poll(said).toContain('Northwind');
      // As a person closes it.
      await command.close();
    }
    // 1 is “refused by the service”; 0 is “started: the service accepted it”.
    expect(await ended, said()).toBe(1);
  });
}

test('a preview whose answer Foyer was closed before is not said to be accepted', async ({
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
  const release = service.holdAnswers();
  const { command, ended, said } = await typed(home);
  await expect.poll(() => service.received()).toHaveLength(1);
  await command.evaluate(({ app }) => {
    app.emit('second-instance', {}, [], '', { asked: { kind: 'open' } });
  });
  const window = await command.firstWindow();
  await window.getByRole('heading', { level: 1 }).first().waitFor();
  await command.close();
  release();
  // 4 is “unknown whether it arrived”.
  expect(await ended, said()).toBe(4);
});
