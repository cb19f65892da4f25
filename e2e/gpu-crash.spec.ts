/** The process that draws the windows crashes, as with a bad graphics driver, while a person works. */
import type { ElectronApplication } from '@playwright/test';
import { attempt, expectControlToFail, times } from '../src-main/testing/fault-tally';
import { expect, test, type Foyer, type Home } from './foyer';
import { Library } from './pages/library';
import type { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { onDisk } from './theme-files';

test.describe.configure({ retries: 0 });

/** Which process draws; another one each time that it crashed. */
const graphics = (app: ElectronApplication): Promise<number | undefined> =>
  app.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid);

/** Ends the process that draws, as a fault in a driver would. Returns which it was. */
async function crashGraphics(app: ElectronApplication): Promise<number> {
  let pid: number | undefined;
  await expect.poll(async () => (pid = await graphics(app))).toBeGreaterThan(0);
  if (pid === undefined) throw new Error('Nothing draws in a process of its own.');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Another process draws, and the window is not empty. */
async function expectPainted({ app, window }: Foyer, crashed: number): Promise<void> {
  await expect.poll(async () => ((await graphics(app)) ?? crashed) !== crashed).toBe(true);
  await window.screenshot();
  const colours = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    const pixels = image?.toBitmap() ?? Buffer.alloc(0);
    const seen = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4) seen.add(pixels.readUInt32LE(at));
    return seen.size;
  });
  expect(colours).toBeGreaterThan(10);
}

async function openHarbour({ window }: Foyer): Promise<Studio> {
  await window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  // The first screen is as it was last seen; its cards come in their order of now.
  await window.evaluate(`foyer.invoke('library.list', undefined)`);
  return new Library(window).open('Harbour');
}

async function startAgain(home: Home): Promise<Foyer> {
  await home.kill();
  return home.start();
}

const colourOnDisk = async (home: Home): Promise<string> =>
  (await onDisk(home, 'Harbour')).theme.chat.buttons.backgroundColor;

test('a crash of the graphics in an edit and in a save, again and again, loses none and sends none twice', async ({
  home,
  service,
}) => {
  test.setTimeout(300_000);
  // Of a second first save this one would make a second template.
  service.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 300 });
  let running = await home.start();
  await new Welcome(running.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  let studio = await new Library(running.window).newTheme();
  await studio.rename('Harbour');
  await studio.saved();

  for (let round = 0; round < times(3, 12); round += 1) {
    const colour = `#4567${round.toString(16).padStart(2, '0').toUpperCase()}`;
    // Chromium gives up on graphics that crash six times.
    if (round > 0 && round % 4 === 0) {
      running = await startAgain(home);
      studio = await openHarbour(running);
    }
    const before = service.received().length;
    const isUnderWay = round % 3 !== 1;
    await attempt('lost', { round, colour, isUnderWay }, async () => {
      await studio.typeColour('Buttons', 'background', colour);
      if (isUnderWay) {
        await studio.publishButton.click();
        await expect.poll(() => service.received().length).toBe(before + 1);
      }
      await expectPainted(running, await crashGraphics(running.app));
      const field = (await studio.section('Buttons')).getByRole('textbox', {
        name: 'Buttons, background',
        exact: true,
      });
      await expect(field).toHaveValue(colour);
      await studio.saved();
      expect(await colourOnDisk(home)).toBe(colour);
      // What is done now goes on as if nothing had been.
      if (!isUnderWay) await studio.publishButton.click();
      await expect.poll(() => service.received().length).toBe(before + 1);
      await expect(studio.notice('The service saved the theme.')).toBeVisible();
    });
    await attempt('sentTwice', { round, isUnderWay }, () => expectOnce(before, colour), 0);
  }

  function expectOnce(before: number, colour: string): void {
    expect(service.received()).toHaveLength(before + 1);
    const colours = service
      .state()
      .templates.map(({ theme }) => theme.chat.buttons.backgroundColor);
    expect(colours).toEqual([colour]);
  }
});

test('graphics that crash until Chromium ends the app lose what only memory had, and no edit', async ({
  home,
}) => {
  test.setTimeout(120_000);
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const studio = await openHarbour({ app, window });
  await studio.typeColour('Buttons', 'background', '#123ABC');
  await studio.saved();
  await app.evaluate(() => Object.assign(globalThis, { onlyInMemory: true }));
  const ended = new Promise((done) => app.process().once('exit', done));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (let crash = 0; crash < 20 && !hasEnded; crash += 1) {
    // It may end while it is asked.
    await crashGraphics(app)
      .then((pid) => expectPainted({ app, window }, pid))
      .catch(() => undefined);
  }
  await ended;

  const again = await home.start();
  const isThere = await again.app.evaluate(() => 'onlyInMemory' in globalThis);
  expectControlToFail('what only memory had', Number(!isThere));
  await attempt('lost', 'crashes until the end', async () => {
    const opened = await openHarbour(again);
    const field = (await opened.section('Buttons')).getByRole('textbox', {
      name: 'Buttons, background',
      exact: true,
    });
    await expect(field).toHaveValue('#123ABC');
    expect(await colourOnDisk(home)).toBe('#123ABC');
  });
});
