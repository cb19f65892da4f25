/** Starting again, and what ends a start too early: crashes, kills, damage, a full disk, no display. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { attempt, chances, expectControlToFail, times } from '../src-main/testing/fault-tally';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import { everythingIn, expect, test, type Home } from './foyer';
import { onDisk } from './theme-files';
import { unwritable } from './unwritable-library';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test.describe.configure({ retries: 0 });

const root = resolve(import.meta.dirname, '..');

/** Starts Foyer as a desktop would, and waits for its end. */
async function startAside(
  home: Home,
  environment: Record<string, string | undefined> = {},
): Promise<{ code: number | null; said: string }> {
  const { path } = await findElectron();
  const places = [`--profile=${home.profile}`, `--library=${home.library}`];
  const child = spawn(path, [...sandboxSwitches(), root, ...places], {
    env: { ...process.env, ...home.keychain.env, ...environment },
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
}

test('a second start brings the first one forward and ends', async ({ home }) => {
  const { app } = await home.start();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect((await startAside(home)).code).toBe(0);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isVisible()),
      ),
    )
    .toEqual([true]);
});

/** Runs a script in the window's page, whichever that is by now. */
const inPageOf =
  (app: ElectronApplication) =>
  <T>(script: string) =>
    app.evaluate(
      ({ BrowserWindow }, script) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) as Promise<T>,
      script,
    );

/** The colour that was edited, as main has it. */
const inMain = `(async () => {
  const { value } = await foyer.invoke('library.list', undefined);
  const { id } = value.themes.find(({ name }) => name === 'Harbour');
  const opened = await foyer.invoke('library.open', { id });
  return opened.value.theme.chat.buttons.backgroundColor;
})()`;

/** Has the page crash, and waits until another is there. */
function crash(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gone = new Promise<string>((done) =>
      contents?.once('render-process-gone', (_event, { reason }) => done(reason)),
    );
    const back = new Promise<void>((done) => contents?.once('did-finish-load', () => done()));
    contents?.forcefullyCrashRenderer();
    await back;
    return gone;
  });
}

test('a crash of the page right after an edit, again and again, loses none', async ({ home }) => {
  test.setTimeout(600_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  await home.kill();
  const colours = Array.from(
    { length: times(3, 50) },
    (_none, number) => `#4567${number.toString(16).padStart(2, '0').toUpperCase()}`,
  );
  // A page that crashes more than three times in a minute stays away.
  while (colours.length > 0) {
    const { app } = await home.start();
    const inPage = inPageOf(app);
    for (const colour of colours.splice(0, 3)) {
      await attempt('lost', { colour }, async () => {
        await inPage(`(async () => {
          const { value } = await foyer.invoke('library.list', undefined);
          const { id } = value.themes.find(({ name }) => name === 'Harbour');
          const edits = [{ field: 'chat.buttons.backgroundColor', value: '${colour}' }];
          await foyer.invoke('library.open', { id });
          const edited = await foyer.invoke('library.edit', { id, edits });
          if (!edited.ok) throw new Error(JSON.stringify(edited.problem));
        })()`);
        // Main may still be saving.
        await crash(app);
        await expect
          .poll(() => inPage('document.querySelectorAll("[role=gridcell]").length'))
          .toBe(6);
        expect(await inPage(inMain)).toBe(colour);
      });
    }
    await home.kill();
  }
});

test('a crash of the page in the middle of an edit loses nothing', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const studio = await new Library(window).open('Harbour');
  await studio.typeColour('Buttons', 'background', '#123ABC');
  const inPage = inPageOf(app);
  await expect.poll(() => inPage(inMain)).toBe('#123ABC');
  await inPage('globalThis.onlyInThePage = true');
  expect(['crashed', 'killed']).toContain(await crash(app));
  const isGone = await inPage<boolean>('globalThis.onlyInThePage === undefined');
  expectControlToFail('what only the page knew', Number(isGone));

  await expect.poll(() => inPage('document.querySelectorAll("[role=gridcell]").length')).toBe(6);
  expect(await inPage(inMain)).toBe('#123ABC');
  // The window works: the theme opens by keyboard and shows the edit.
  await inPage(`[...document.querySelectorAll('[role=gridcell]')]
    .find((card) => card.ariaLabel.startsWith('Harbour'))
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`);
  await expect
    .poll(() => inPage<string>('document.querySelector("h1")?.textContent ?? ""'))
    .toContain('Harbour');
  await expect
    .poll(() =>
      inPage<string>(`(() => {
        const rows = [...document.querySelectorAll('h2 > button')];
        const row = rows.find(({ textContent }) => textContent.trim().startsWith('Buttons'));
        if (row?.ariaExpanded === 'false') row.click();
        return document.querySelector('[aria-label="Buttons, background"]')?.value ?? '';
      })()`),
    )
    .toBe('#123ABC');
});

test('kill -9 while typing: what was shown as saved is there', async ({ home }) => {
  test.setTimeout(300_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  let running = first;
  let kept = '';
  const chance = chances('kill while typing');
  for (let round = 1; round <= times(3, 10); round += 1) {
    const letters = Math.ceil(chance() * 60);
    await attempt('lost', { round, letters }, () => typeAndKill(round, letters));
  }

  async function typeAndKill(round: number, letters: number): Promise<void> {
    const { window } = running;
    // The first screen is as it was last seen; its cards come in their order of now.
    await window.evaluate(() => self.foyer.invoke('library.list', undefined));
    const studio = await new Library(window).open('Harbour');
    await expect(window.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
    const area = (await studio.section('Custom CSS')).getByRole('textbox', { name: 'Style sheet' });
    await expect.poll(() => textOf(area)).toBe(kept);

    const shownAsSaved: string[] = [];
    await window.exposeFunction('shownAsSaved', (value: string) => shownAsSaved.push(value));
    await watchSaves(area);
    await area.press('Control+End');
    await window.keyboard.type(`/* round ${String(round)} */ `);
    await expect.poll(() => shownAsSaved.length, { intervals: [20] }).toBeGreaterThan(0);
    const typing = typeOn(window).catch(() => 'killed while typing');
    const more = (await textOf(area)).length + letters;
    await expect
      .poll(async () => (await textOf(area)).length, { intervals: [20] })
      .toBeGreaterThan(more);
    await home.kill();
    expect(await typing).toBe('killed while typing');

    const safe = shownAsSaved.at(-1) ?? '';
    running = await home.start();
    kept = (await onDisk(home, 'Harbour')).theme.customCss ?? '';
    expect(kept.startsWith(safe), `round ${String(round)}: “${safe}” of “${kept}”`).toBe(true);
    expect(safe.length).toBeGreaterThan(0);
  }
});

/** Types without end: whoever types is not done when the kill comes, however slow it all is. */
async function typeOn(window: Page): Promise<never> {
  for (;;) await window.keyboard.type('typing and typing ');
}

/** The one line of the style sheet: as it is typed, with the spaces at its end. */
async function textOf(area: Locator): Promise<string> {
  // An empty one shows how to begin, which a screen reader hears as a description.
  if (await area.locator('.cm-placeholder').isVisible()) return '';
  return (await area.textContent()) ?? '';
}

/** Tells the test what the style sheet is whenever the window says that all is saved. */
function watchSaves(area: Locator): Promise<void> {
  return area.evaluate((area) => {
    const bar = document.querySelector('footer');
    const { shownAsSaved } = globalThis as unknown as { shownAsSaved: (value: string) => void };
    let before = area.textContent;
    const look = () => {
      if (!/All changes saved/u.test(bar?.textContent ?? '')) return;
      const value = area.textContent ?? '';
      if (value !== before) shownAsSaved((before = value));
    };
    if (bar)
      new MutationObserver(look).observe(bar, {
        subtree: true,
        childList: true,
        characterData: true,
      });
  });
}

test('the window comes back where it was', async ({ home }) => {
  const place = { x: 120, y: 90, width: 1_100, height: 700 };
  const first = await home.start();
  await first.app.evaluate(({ BrowserWindow }, place) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(place);
  }, place);
  await first.window.waitForFunction((width) => innerWidth === width, place.width);
  const file = join(home.profile, 'preferences.json');
  const kept = async () => {
    // Not there before the first of them is kept.
    const text = await readFile(file, 'utf8').catch(() => '{}');
    return (JSON.parse(text) as { windowPlace?: object }).windowPlace;
  };
  // While it is open: a power cut closes no window. Elsewhere only a person's own hand moves one.
  if (process.platform === 'linux') await expect.poll(kept).toMatchObject(place);
  await first.app.close();
  const second = await home.start();
  expect(await boundsOf(second.app)).toEqual(place);
  await second.app.close();

  // A place on a screen that is gone: the size stays, the window is in sight.
  const preferences = JSON.parse(await readFile(file, 'utf8')) as { windowPlace: object };
  preferences.windowPlace = { ...preferences.windowPlace, x: 40_000, y: -9_000 };
  await writeFile(file, JSON.stringify(preferences));
  const third = await home.start();
  const { x, y, width } = await boundsOf(third.app);
  expect(width).toBe(place.width);
  expect(x).toBeLessThan(2_000);
  expect(y).toBeGreaterThanOrEqual(0);
});

async function boundsOf(app: ElectronApplication) {
  const bounds = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  if (!bounds) throw new Error('There is no window.');
  return bounds;
}

const damage = {
  'cut off': (text: string) => text.slice(0, text.length / 2),
  'only zeros': (text: string) => '\0'.repeat(text.length),
  empty: () => '',
  'another shape': () => '{"format":1,"connections":"none","history":7}',
};

for (const [kind, spoil] of Object.entries(damage)) {
  test(`damaged documents of the profile, ${kind}: Foyer opens, and keeps their bytes`, async ({
    home,
  }) => {
    const first = await home.start();
    await new Welcome(first.window).practise();
    await new Shell(first.window).goTo('Previews');
    await first.window.getByRole('textbox', { name: 'Bot ID' }).fill('cl_harbour');
    await first.window.getByRole('textbox', { name: 'Recipient' }).fill('+44 20 7946 0958');
    await first.window.getByRole('button', { name: 'Start preview', exact: true }).click();
    await first.window.getByRole('button', { name: 'Send once' }).click();
    await first.window.getByText('The service said:').waitFor();
    await first.app.close();

    const names = ['connections', 'previews', 'billing', 'domains', 'preferences', 'deliveries'];
    const marks = new Map<string, string>();
    for (const name of names) {
      const path = join(home.profile, `${name}.json`);
      const text = await readFile(path, 'utf8').catch(() => '{"format":1,"made":"by a test"}');
      const spoilt = spoil(text);
      marks.set(name, spoilt);
      await writeFile(path, spoilt);
    }
    const { window } = await home.start();
    await expect(window.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await window.evaluate(() => self.foyer.invoke('app.state', undefined))).toMatchObject({
      ok: true,
    });
    // The themes have nothing to do with it.
    await window
      .evaluate(() => self.foyer.invoke('library.list', undefined))
      .then((answer) => {
        expect(answer).toMatchObject({ ok: true, value: { themes: { length: 6 } } });
      });
    const all = await everythingIn(home.profile);
    for (const [name, spoilt] of marks) {
      // Of an empty file there is nothing to keep.
      if (spoilt !== '') expect(all.includes(spoilt), `${name}.json is kept`).toBe(true);
    }
    // What can be used again is in use: at least a connection can be made.
    const practised = await window.evaluate(() =>
      self.foyer.invoke('connections.practise', undefined),
    );
    const { ok, problem } = practised as { ok: boolean; problem?: { code: string } };
    expect(ok || problem?.code === 'fileDamaged', JSON.stringify(practised)).toBe(true);
  });
}

test('a library that can’t be written to: the edit stays, and is saved once it can', async ({
  home,
}) => {
  const disk = await unwritable(home);
  try {
    const { window } = await home.start();
    await new Welcome(window).practise();
    const studio = await new Library(window).open('Harbour');
    await disk.close();
    await studio.typeColour('Buttons', 'background', '#123ABC');
    const bar = window.getByRole('contentinfo', { name: 'Status' });
    await expect(bar.getByText(disk.says)).toBeVisible();
    await expect(studio.inspector.getByText(disk.says).first()).toBeVisible();
    await expect(
      (await studio.section('Buttons')).getByRole('textbox', {
        name: 'Buttons, background',
        exact: true,
      }),
    ).toHaveValue('#123ABC');
    expect(JSON.stringify(await onDisk(home, 'Harbour'))).not.toContain('#123ABC');

    await disk.open();
    await studio.saved();
    await expect(bar.getByText(disk.says)).toBeHidden();
    expect(JSON.stringify(await onDisk(home, 'Harbour'))).toContain('#123ABC');
  } finally {
    await home.kill();
    await disk.remove();
  }
});

if (process.platform === 'linux') {
  test('without a display it says so, and ends with its own code', async ({ home }) => {
    const { code, said } = await startAside(home, {
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
    });
    expect(code).toBe(6);
    expect(said).toContain('Foyer needs a display, and there is none');
  });
}
