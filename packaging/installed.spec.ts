/**
 * The package as people meet it: installed by apt, used by an ordinary user with Chromium's sandbox
 * on, upgraded under a draft, removed. What is made here is made by the scripts that make what ships.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { startCountingServer } from '../e2e/counting-server';
import { Library } from '../e2e/pages/library';
import { Shell } from '../e2e/pages/shell';
import { Welcome } from '../e2e/pages/welcome';
import {
  createPracticeService,
  type PracticeEndpoint,
  type PracticeService,
} from '../src-main/practice/practice';
import { attempt, expectControlToFail } from '../src-main/testing/fault-tally';
import { startTrialFeed, type TrialFeed } from '../src-main/updates/trial-feed';
import { root } from '../tools/running.mjs';
import { findElectron } from '../tools/electron-runtime.mjs';
import { makeCarelessApp, tryEverything } from './attacked-page';
import { makeDeb } from './deb.mjs';
import { decided, readFuses } from './fuses.mjs';
import { makeFolder } from './package.mjs';
import {
  asRoot,
  expectSandbox,
  installedPackages,
  openSession,
  stateOf,
  type Running,
  type Session,
} from './system';

const older = '0.1.0';
const newer = '0.1.1';
const name = 'foyer-test';
const program = '/usr/lib/foyer/foyer';

let work: string;
let before: Set<string>;
let session: Session;
let service: PracticeService & PracticeEndpoint;
let feed: TrialFeed;
const debs = new Map<string, string>();
let unpacked: string;
let archiveBytes: number;

const install = (version: string) =>
  asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', debs.get(version) ?? '');

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  for (const known of ['foyer', name]) {
    expect(await stateOf(known), `${known} on this machine before the tests`).not.toMatch(/^i/u);
  }
  before = await installedPackages();
  work = mkdtempSync(join(tmpdir(), 'foyer-package-'));
  await chmod(work, 0o755);
  const runtime = await findElectron();
  feed = await startTrialFeed();
  // What the builds name.
  process.env['FOYER_UPDATE_FEED'] = feed.feed.address;
  process.env['FOYER_UPDATE_KEY'] = feed.feed.key;
  for (const version of [older, newer]) {
    const output = join(work, version);
    const made = await makeFolder({ runtime, version, letsTestsIn: true, output });
    unpacked = made.app;
    archiveBytes = made.bytes;
    debs.set(
      version,
      await makeDeb({
        ...{ app: made.app, work: join(output, 'deb'), output },
        ...{ version, notices: made.notices, isTest: true },
      }),
    );
  }
  const practice = createPracticeService();
  service = Object.assign(practice, await practice.start());
  session = await openSession();
});

test.afterAll(async () => {
  await session?.stop();
  await service?.stop();
  await feed?.stop();
  if ((await stateOf(name)) !== '') await asRoot('apt-get', 'purge', '-y', '-qq', name);
  // What apt brought along goes, too: the machine is as it was.
  const brought = [...(await installedPackages())].filter((each) => !before.has(each));
  if (brought.length > 0) await asRoot('apt-get', 'purge', '-y', '-qq', ...brought);
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  expect([...(await installedPackages())].sort()).toEqual([...before].sort());
});

// eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
test.afterEach(async ({}, info) => {
  if (info.status === info.expectedStatus) return;
  for (const [index, window] of session.windows().entries()) {
    await window.screenshot({
      path: info.outputPath(`${String(index)}-window.png`),
      timeout: 5_000,
    });
  }
});

const pageOf = (running: Running) => ({
  library: new Library(running.window),
  shell: new Shell(running.window),
  welcome: new Welcome(running.window),
});

test('it is hardly larger than the Electron in it', async () => {
  const deb = debs.get(older) ?? '';
  const bare = join(work, 'bare');
  mkdirSync(join(bare, 'DEBIAN'), { recursive: true });
  cpSync(unpacked, join(bare, 'usr', 'lib', 'foyer'), {
    recursive: true,
    filter: (path) => path !== join(unpacked, 'resources'),
  });
  const control = ['Package: bare', 'Version: 1', 'Architecture: all', 'Maintainer: a <a@b.c>'];
  writeFileSync(
    join(bare, 'DEBIAN', 'control'),
    `${control.join('\n')}\nDescription: the runtime alone\n`,
  );
  await asRoot('dpkg-deb', '-Zgzip', '-z1', '--build', bare, join(work, 'bare.deb'));
  const { size } = await stat(deb);
  const ratio = size / (await stat(join(work, 'bare.deb'))).size;
  expect(ratio).toBeLessThan(1.05);
  expect(archiveBytes).toBeLessThan(3_000_000);
});

test('apt installs it', async () => {
  await install(older);
  expect(await stateOf(name)).toBe('ii');
  const sandbox = await stat('/usr/lib/foyer/chrome-sandbox');
  expect({ mode: sandbox.mode & 0o7777, uid: sandbox.uid }).toEqual({ mode: 0o4755, uid: 0 });
  const { out } = await session.run('foyer', ['--version']);
  expect(out.trim()).toBe(older);
  const manual = gunzipSync(readFileSync('/usr/share/man/man1/foyer.1.gz')).toString('utf8');
  expect(manual).toContain(`"Foyer ${older}"`);
});

test('an ordinary user does the main job, with the sandbox on', async () => {
  const running = await session.start();
  const { library, shell, welcome } = pageOf(running);
  await welcome.connect({
    label: 'Northwind',
    baseAddress: service.baseAddress,
    token: service.token,
  });
  await expect(shell.switcher).toContainText('Northwind');

  await expectSandbox(running);

  const studio = await library.newTheme();
  await studio.rename('Harbour café');
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.saved();
  await studio.publishButton.click();
  await expect(studio.inspector.getByText('The service saved the theme.')).toBeVisible();
  expect(service.received().filter(({ body }) => body.includes('#0B6E4F'))).toHaveLength(1);
  await studio.backToLibrary();
  await expect(library.card('Harbour café')).toHaveAccessibleName(/Published/u);

  // The token is in the keychain, and nowhere on the disk.
  const stored = await session.run('secret-tool', [
    'search',
    '--all',
    '--unlock',
    'service',
    'Foyer',
  ]);
  expect(stored.out).toContain(`secret = ${service.token}`);
  await running.quit();
});

test('a page that was broken into gets nowhere by any way of Electron’s checklist', async () => {
  const outside = await startCountingServer();
  const running = await session.start();
  const { window, browser } = running;
  try {
    const address = window.url();
    const windows = browser.contexts()[0]?.pages().length;
    const { tried, got } = await window.evaluate(tryEverything, outside.origin);
    await attempt('letThrough', tried, () => expect(got).toEqual([]), tried.length);
    await attempt('letThrough', '4 the sandbox', () => expectSandbox(running));
    for (const place of [
      `${outside.origin}/navigation`,
      'file:///etc/passwd',
      'data:text/html,x',
    ]) {
      await attempt('letThrough', `13 to ${place}`, async () => {
        const stays = await window.evaluate(async (place) => {
          location.href = place;
          // Asked of main twice: a page that is left does not get that far.
          for (const _ of [1, 2]) await self.foyer.invoke('library.list', undefined);
          return location.href;
        }, place);
        expect(stays).toBe(address);
      });
    }
    expect(browser.contexts()[0]?.pages()).toHaveLength(windows ?? 0);
    expect(outside.arrivals).toEqual([]);
  } finally {
    await running.quit();
    await outside.stop();
  }
});

test('control: an app that does what the checklist warns of lets the same page through', async () => {
  const outside = await startCountingServer();
  const { program, app } = makeCarelessApp(join(work, 'careless'), await findElectron());
  const careless = await openSession({ program });
  try {
    const running = await careless.start(app, '--no-sandbox');
    const { tried, got } = await running.window.evaluate(tryEverything, outside.origin);
    expect(tried.filter((name) => !got.includes(name))).toEqual(['8 a picture of the network']);
    await running.window.evaluate((place) => {
      location.href = place;
    }, `${outside.origin}/navigation`);
    await expect.poll(() => [...outside.paths()]).toContain('/navigation');
    expect(outside.paths()).toContain('/picture');
    expectControlToFail('an app that does what the checklist warns of', got.length);
    await running.browser.close();
  } finally {
    await careless.stop();
    await outside.stop();
  }
});

test('it checks for updates only when asked to, tells, and leaves them to the system', async () => {
  feed.publish({ version: '9.0.0', notes: 'Themes open in half the time.' });
  const running = await session.start();
  const { window } = running;
  await pageOf(running).shell.goTo('Settings');
  await expect(window.getByText('Should Foyer check for updates?')).toBeVisible();
  expect(feed.requests).toEqual([]);
  await window.getByRole('button', { name: 'Check now' }).click();
  await expect(window.getByText('Install it with your system’s updates')).toBeVisible();
  await expect(window.getByText('Themes open in half the time.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Download' })).toBeHidden();
  await running.quit();
  expect(feed.requests.map(({ url }) => url).sort()).toEqual(['/foyer.json', '/foyer.json.sig']);
});

test('the terminal lists and starts previews from any folder', async () => {
  const running = await session.start();
  await keepShortcut(running);
  const listed = await session.run('foyer', ['list'], { cwd: '/usr/share' });
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.out).toContain('Booking, evening');
  await running.quit();

  // And with no Foyer running: it starts without a window, sends, and ends.
  service.reset();
  const sent = await session.run('foyer', ['preview', 'Booking, evening'], { cwd: '/' });
  expect(sent).toMatchObject({ code: 0 });
  expect(service.received().map(({ method }) => method)).toEqual(['POST']);
  const unknown = await session.run('foyer', ['preview', 'Nobody'], { cwd: '/' });
  expect(unknown.code).toBe(2);
  expect(service.received()).toHaveLength(1);
});

test('a link opens a filled-in confirmation, with Foyer running and without', async () => {
  service.reset();
  const link = 'foyer://preview?bot=cl_linked&to=%2B44%207700%20900112';
  const running = await session.start();
  const opened = await session.run('xdg-open', [link]);
  expect(opened).toMatchObject({ code: 0 });
  const dialog = running.window.getByRole('dialog');
  await expect(dialog.getByText('A link requested this. Nothing has been sent yet.')).toBeVisible();
  await expect(dialog.getByText('cl_linked')).toBeVisible();
  await running.quit();

  // As the very first thing that Foyer hears.
  const started = await session.start(link);
  await expect(started.window.getByRole('dialog').getByText('cl_linked')).toBeVisible();
  await started.quit();
  expect(service.received()).toEqual([]);
});

test('a double click on an export imports it, with Foyer running and without', async () => {
  const starter = readFileSync(join(root, 'resources', 'themes', 'fern.json'), 'utf8');
  const { theme } = JSON.parse(starter) as { theme: unknown };
  const write = async (name: string) => {
    const file = join(session.home, 'Documents', `${name}.foyer`);
    writeFileSync(file, JSON.stringify({ name, theme }));
    await chmod(file, 0o644);
    return file;
  };
  const running = await session.start();
  const opened = await session.run('xdg-open', [await write('Übung 日本')]);
  expect(opened).toMatchObject({ code: 0 });
  const report = running.window.getByRole('dialog');
  await expect(report.getByText('Übung 日本').first()).toBeVisible();
  await running.window.keyboard.press('Escape');
  await expect(pageOf(running).library.card('Übung 日本')).toBeVisible();
  await running.quit();

  const started = await session.start('--', await write('Handed over'));
  await expect(started.window.getByRole('dialog').getByText('Handed over').first()).toBeVisible();
  await started.quit();
});

test('two people use it on one machine at once, each with what is theirs', async () => {
  const first = await session.start();
  const other = await openSession({ userName: 'games' });
  try {
    const second = await other.start();
    const { library, welcome } = pageOf(second);
    // A first start of their own, with nothing of the other's.
    await expect(welcome.heading).toBeVisible();
    await welcome.practise();
    await expect(library.card('Harbour café')).toHaveCount(0);
    // A link goes to the Foyer of whoever opened it.
    const link = 'foyer://preview?bot=cl_mine&to=%2B44%207700%20900112';
    expect(await other.run('xdg-open', [link])).toMatchObject({ code: 0 });
    await expect(second.window.getByRole('dialog').getByText('cl_mine')).toBeVisible();
    await expect(first.window.getByRole('dialog')).toHaveCount(0);
    // What Foyer keeps for one is closed to others, also where a home folder isn't.
    for (const { home } of [session, other]) {
      expect((await stat(join(home, '.config', 'Foyer'))).mode & 0o077).toBe(0);
    }
    await second.quit();
    await expect(pageOf(first).library.card('Harbour café')).toBeVisible();
    await first.quit();
  } finally {
    await other.stop();
  }
});

test('every fuse is as decided, and what they forbid does not work', async () => {
  const fuses = await readFuses(program);
  expect(fuses).toEqual(
    Object.fromEntries(Object.keys(fuses).map((fuse) => [fuse, decided[fuse]])),
  );
  expect(fuses).toMatchObject({
    RunAsNode: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    OnlyLoadAppFromAsar: true,
  });

  const marker = join(session.home, 'attacked');
  const attack = join(session.home, 'attack.cjs');
  writeFileSync(attack, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')\n`);
  await chmod(attack, 0o644);
  // The control: the same file does it where Node is allowed to be Node.
  const control = await session.run(process.execPath, [attack]);
  expect({ code: control.code, attacked: existsSync(marker) }).toEqual({ code: 0, attacked: true });
  expectControlToFail('Node, where it may be Node', 1);
  rmSync(marker);

  const asNode = { env: { ELECTRON_RUN_AS_NODE: '1' } };
  const asProgram = await session.run('foyer', ['-p', 'process.version'], asNode);
  // For Foyer these are words that make no sense.
  expect(asProgram).toMatchObject({ code: 2, out: '' });
  await session.run('foyer', ['--version'], { env: { NODE_OPTIONS: `--require ${attack}` } });
  const inspected = await session.run('foyer', ['--inspect-brk=0', 'list']);
  expect(inspected.err).not.toContain('Debugger listening');
  // Root alone could lay an app beside the archive, and not even then is it taken.
  const beside = '/usr/lib/foyer/resources/app';
  mkdirSync(beside);
  try {
    writeFileSync(join(beside, 'package.json'), '{ "name": "attack", "main": "attack.cjs" }');
    writeFileSync(join(beside, 'attack.cjs'), readFileSync(attack));
    expect((await session.run('foyer', ['--version'])).out.trim()).toBe(older);
  } finally {
    rmSync(beside, { recursive: true });
  }
  expect(existsSync(marker)).toBe(false);
});

test('a newer one installs over it while a draft is open, and nothing is lost', async () => {
  const running = await session.start();
  const { library } = pageOf(running);
  const studio = await library.open('Harbour café');
  await studio.typeColour('Buttons', 'background', '#123456');
  await install(newer);
  // The running one goes on, with the files that it has read and those that it reads now.
  await studio.typeColour('Bot bubbles', 'background', '#ABCDEF');
  await studio.saved();
  await studio.backToLibrary();
  await expect(library.card('Harbour café')).toBeVisible();
  await running.quit();

  expect((await session.run('foyer', ['--version'])).out.trim()).toBe(newer);
  const after = await session.start();
  await pageOf(after).library.open('Harbour café');
  await after.quit();
  const kept = themeFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(kept).toContain('#123456');
  expect(kept).toContain('#ABCDEF');
});

test('it is removed, and what is the person’s stays', async () => {
  const themes = themeFiles();
  expect(themes.length).toBeGreaterThan(0);
  await asRoot('apt-get', 'remove', '-y', '-qq', name);
  expect(existsSync('/usr/lib/foyer')).toBe(false);
  expect(existsSync('/usr/bin/foyer')).toBe(false);
  expect(existsSync('/usr/share/applications/app.foyer.Foyer.desktop')).toBe(false);
  expect(await stateOf(name)).toBe('rc');

  const said = await asRoot('apt-get', 'purge', '-y', name);
  expect(said).toContain('Documents/Foyer themes');
  expect(existsSync('/etc/apparmor.d/foyer')).toBe(false);
  expect(await stateOf(name)).toBe('');
  expect(themeFiles()).toEqual(themes);
  expect(existsSync(join(session.home, '.config', 'Foyer'))).toBe(true);
});

function themeFiles(): string[] {
  const folder = join(session.home, 'Documents', 'Foyer themes');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file))
    .sort();
}

/** A preview shortcut in the present connection, used once, so that its recipient is known. */
async function keepShortcut({ window }: Running): Promise<void> {
  await window.evaluate(async () => {
    const value = async (name: string, input?: unknown) => {
      const answer = await self.foyer.invoke(name, input);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.value as Record<string, unknown>;
    };
    const { currentId } = await value('connections.list');
    await value('previews.addShortcut', {
      ...{ name: 'Booking, evening', botId: 'cl_booking', to: '+44 7700 900112' },
      ...{ startGroupId: 'claims 1', connectionId: currentId },
    });
  });
}
