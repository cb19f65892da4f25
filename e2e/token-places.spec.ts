/**
 * A day's work with a token, and then a look at everything that Foyer left or still holds: the token is
 * in the keychain, in main's memory and in that of the process that talks to the network, and nowhere
 * else.
 */
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { attempt, expectControlToFail } from '../src-main/testing/fault-tally';
import { everythingIn, expect, test } from './foyer';
import { heapOf } from './heap';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { environmentOf, isInMemory, processTree } from './processes';

test.describe.configure({ retries: 0 });

/** The calls that tell, and those that fail, each with what it says. */
async function everythingSaid(window: Page, bad: unknown): Promise<string> {
  return window.evaluate(async (bad) => {
    const ask = (name: string, input?: unknown) => self.foyer.invoke(name, input);
    const said = await Promise.all([
      ...['app.state', 'app.diagnostics', 'connections.list', 'library.list'].map((name) =>
        ask(name),
      ),
      ask('connections.add', bad),
      ask('connections.replaceToken', bad),
      ask('connections.nothing', bad),
    ]);
    const listed = (await ask('activity.list', { limit: 50 })) as {
      value: { entries: { id: string }[] };
    };
    const details = await Promise.all(
      listed.value.entries.map(({ id }) => ask('activity.details', { id })),
    );
    return JSON.stringify([said, listed, details]);
  }, bad);
}

/** Has the app write a file where a person would choose it. */
async function chosen(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, path);
}

test('a token is in the keychain and in the memory that needs it, and nowhere else', async ({
  home,
  service,
}) => {
  test.setTimeout(240_000);
  test.skip(process.platform !== 'linux', 'Linux tells of processes and their memory');
  const folder = dirname(home.profile);
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const { token } = service;
  const held: string[] = [];
  const free = (place: string, text: string) =>
    attempt('leaked', place, () => {
      expect(text.length, place).toBeGreaterThan(0);
      // Not by `not.toContain`, which would show the whole text.
      expect(text.includes(token), place).toBe(false);
    });

  const first = await home.start({ TMPDIR: temporary });
  await new Welcome(first.window).connect({ baseAddress: service.baseAddress, token });
  expect(home.secrets()).toEqual([token]);
  await first.app.close();

  const spoken: string[] = ['said:'];
  const { app, window } = await home.start({ TMPDIR: temporary });
  window.on('console', (message) => spoken.push(message.text()));
  const output: string[] = ['said:'];
  app.process().stdout?.on('data', (chunk) => output.push(String(chunk)));
  app.process().stderr?.on('data', (chunk) => output.push(String(chunk)));
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect.poll(() => service.received().length).toBe(1);
  expect(service.received()[0]?.headers['authorization']).toBe(`Bearer ${token}`);
  await studio.backToLibrary();
  await test.step('what the page has', async () => {
    await free('what main says', await everythingSaid(window, { id: 'x', token: 7, input: {} }));
    await free('the page', await window.content());
    await free('its memory', await heapOf(window));
    const stored = await window.evaluate(() => JSON.stringify({ ...localStorage, at: Date.now() }));
    await free('its storage', stored);
  });
  await test.step('what is handed out', async () => {
    for (const [what, name, input] of [
      ['a backup', 'transfer.backup', undefined],
      ['an export of themes', 'transfer.exportThemes', { themes: 'all' }],
      ['an export of Activity', 'activity.exportAll', undefined],
    ] as const) {
      const path = join(folder, `${name}.txt`);
      await chosen(app, path);
      const answer = await window.evaluate(([name, input]) => self.foyer.invoke(name, input), [
        name,
        input,
      ] as const);
      expect(answer, name).toMatchObject({ ok: true });
      await free(what, await readFile(path, 'latin1'));
    }
    const clipboard = await app.evaluate(({ clipboard }) => {
      const read: unknown = clipboard.readText();
      return `read: ${String(read)}`;
    });
    await free('the clipboard', clipboard);
  });
  await test.step('what the processes have', async () => {
    const main = app.process().pid ?? 0;
    const processes = await processTree(main);
    expect(processes.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['', 'renderer', 'utility']),
    );
    await free('command lines', processes.map(({ commandLine }) => commandLine).join('\n'));
    const environments = await Promise.all(processes.map(({ pid }) => environmentOf(pid)));
    await free('environments', environments.join('\n'));
    for (const { pid, type, commandLine } of processes) {
      const isNetwork = commandLine.includes('network.mojom.NetworkService');
      const hasIt = await isInMemory(pid, token);
      if (type === '' || isNetwork) {
        if (hasIt) held.push(type === '' ? 'main' : 'network');
      } else {
        await attempt('leaked', `memory: ${type}`, () => expect(hasIt, commandLine).toBe(false));
      }
    }
    // The control: the same look at the process that has it.
    expectControlToFail('the memory of main', held.filter((each) => each === 'main').length);
  });
  await test.step('what a crash leaves', async () => {
    const crashed = window.waitForEvent('crash');
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    await crashed;
    const gone = once(app.process(), 'exit');
    process.kill(app.process().pid ?? 0, 'SIGSEGV');
    await gone;
  });
  await test.step('what is on the disk', async () => {
    await free('the profile, crash reports in it', await everythingIn(home.profile));
    await free('the log', await everythingIn(join(home.profile, 'logs')));
    await free('the library', await everythingIn(home.library));
    await free('the temporary folder', `in it: ${await everythingIn(temporary)}`);
    await free('what the page wrote on its console', spoken.join('\n'));
    await free('what Foyer wrote in the terminal', output.join('\n'));
  });
});
