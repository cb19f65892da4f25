/** Updates on the real network stack, from a feed on loopback up to the program that starts anew. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { fileEntry, startTrialFeed, type TrialFeed } from '../src-main/updates/trial-feed';
import { expect, test as base, type Foyer, type Home } from './foyer';
import { breaches, misfits } from './page-checks';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { prefer, resize, settled } from './window-state';

const test = base.extend<{ feed: TrialFeed }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  feed: async ({}, use) => {
    const feed = await startTrialFeed();
    await use(feed);
    await feed.stop();
  },
});

const fileName = 'Foyer-9.0.0-x86_64.AppImage';
const present = 'the AppImage that runs';
/** It tells that it was started, and is large enough to be cut in two. */
const next = Buffer.concat([
  Buffer.from('#!/bin/sh\necho started > "$(dirname "$0")/started"\nexit 0\n'),
  randomBytes(2_000_000),
]);

const placeOf = (home: Home) => join(dirname(home.profile), 'Foyer.AppImage');

/** A Foyer that takes itself for an AppImage whose build named the feed. */
async function start(home: Home, { feed }: TrialFeed): Promise<Foyer> {
  const appImage = placeOf(home);
  await mkdir(dirname(appImage), { recursive: true });
  await writeFile(appImage, present);
  return home.start({
    FOYER_UPDATE_FEED: feed.address,
    FOYER_UPDATE_KEY: feed.key,
    APPIMAGE: appImage,
  });
}

function publish(feed: TrialFeed, send: (response: ServerResponse) => void): void {
  feed.publish({
    version: '9.0.0',
    notes: '• Themes open in half the time.\n• The palette finds tags.',
    files: { [`linux-${process.arch}`]: fileEntry(fileName, next) },
  });
  feed.answers.set(`/${fileName}`, send);
}

const whole = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': String(next.byteLength) }).end(next);
};

/** Whether the code that downloads was loaded. */
const isUpdaterLoaded = (app: ElectronApplication) =>
  app.evaluate(() => {
    const modules = process.mainModule?.require('node:module') as { _cache: object };
    return Object.keys(modules._cache).some((path) => path.endsWith('updater.cjs'));
  });

const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true });

test('an update is found, downloaded and installed, each at the person’s word', async ({
  home,
  feed,
}) => {
  publish(feed, whole);
  const { app, window } = await start(home, feed);
  await new Welcome(window).practise();
  const shell = new Shell(window);

  await shell.statusBar.getByRole('button', { name: 'Check for updates?' }).click();
  await expect(window.getByText('Should Foyer check for updates?')).toBeInViewport();
  expect(feed.requests).toEqual([]);
  await button(window, 'Check once a day').click();
  await expect(window.getByRole('switch', { name: 'Check for updates once a day' })).toBeChecked();

  await button(window, 'Check now').click();
  await expect(window.getByText('Foyer 9.0.0 is available').first()).toBeVisible();
  await expect(window.getByRole('group', { name: 'What’s new' })).toContainText('half the time');
  expect(feed.requests.map(({ url }) => url).sort()).toEqual(['/foyer.json', '/foyer.json.sig']);
  for (const { headers } of feed.requests) {
    expect(headers['user-agent']).toBe('Foyer');
    expect(headers).not.toHaveProperty('cookie');
  }
  expect(await isUpdaterLoaded(app)).toBe(false);

  await button(window, 'Download').click();
  const ready = shell.statusBar.getByRole('button', { name: 'Foyer 9.0.0 is ready to install' });
  await expect(ready).toBeVisible();
  expect(await isUpdaterLoaded(app)).toBe(true);
  expect(feed.requests.at(-1)?.headers['user-agent']).toBe('Foyer');
  expect(await readFile(placeOf(home), 'utf8')).toBe(present);

  const hasEnded = new Promise((ended) => app.process().once('exit', ended));
  await button(window, 'Restart and install').click();
  await hasEnded;
  expect((await readFile(placeOf(home))).equals(next)).toBe(true);
  const marker = join(dirname(placeOf(home)), 'started');
  await expect.poll(() => readFile(marker, 'utf8').catch(() => '')).toBe('started\n');
});

test('each step of an update fits, and breaks no rule of accessibility', async ({ home, feed }) => {
  publish(feed, whole);
  const { app, window } = await start(home, feed);
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  const found: string[] = [];
  const look = async (step: string) => {
    for (const appearance of ['light', 'dark'] as const) {
      await prefer(window, { appearance });
      await settled(window);
      found.push(...(await breaches(window)).map((breach) => `${step}, ${appearance}: ${breach}`));
    }
    for (const textSize of [200, 100] as const) {
      await prefer(window, { textSize });
      await resize(app, window, 960, 640);
      await settled(window);
      found.push(...(await misfits(window)).map((one) => `${step}, ${String(textSize)} %: ${one}`));
    }
  };
  await window.getByText('Should Foyer check for updates?').waitFor();
  await look('asked');
  await button(window, 'Check once a day').click();
  await button(window, 'Check now').click();
  await button(window, 'Download').waitFor();
  await look('found');
  feed.answers.set(`/${fileName}`, (response) => response.writeHead(503).end());
  await button(window, 'Download').click();
  await button(window, 'Download again').waitFor();
  await look('failed');
  feed.answers.set(`/${fileName}`, whole);
  await button(window, 'Download again').click();
  await button(window, 'Restart and install').waitFor();
  await look('ready');
  expect(found).toEqual([]);
});

test('what is not the published file is refused, and the present version stays', async ({
  home,
  feed,
}) => {
  publish(feed, (response) => {
    response.writeHead(200, { 'content-length': String(next.byteLength) });
    response.end(randomBytes(next.byteLength));
  });
  const { window } = await start(home, feed);
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  await button(window, 'Check now').click();
  await button(window, 'Download').click();
  const refused = async (sentence: RegExp) => {
    const notice = window.getByRole('status').filter({ hasText: sentence });
    await expect(notice).toContainText('Nothing was changed: this is still Foyer');
    expect(await readFile(placeOf(home), 'utf8')).toBe(present);
  };
  await refused(/The download isn’t the published file/u);

  const tryWith = async (send: (response: ServerResponse) => void) => {
    feed.answers.set(`/${fileName}`, send);
    await button(window, 'Download again').click();
  };
  await tryWith((response) => {
    response.writeHead(200, { 'content-length': String(next.byteLength) });
    response.write(next.subarray(0, 500_000), () => response.destroy());
  });
  await refused(/was interrupted/u);
  await tryWith((response) => response.writeHead(503).end());
  await refused(/answered with an error/u);
  await tryWith((response) => {
    response.writeHead(302, { location: `http://updates.example/${fileName}` }).end();
  });
  await refused(/an address that Foyer doesn’t follow/u);
  await tryWith(whole);
  await expect(window.getByText('Foyer 9.0.0 is ready to install').first()).toBeVisible();
});

test('Foyer does not restart in the middle of sending', async ({ home, feed }) => {
  publish(feed, whole);
  const { window } = await start(home, feed);
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  await button(window, 'Check now').click();
  await button(window, 'Download').click();
  await button(window, 'Restart and install').waitFor();

  const service = createServer();
  const asked = once(service, 'request');
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  await window.evaluate((port) => {
    const input = {
      ...{ label: 'Northwind', colour: 'blue', preset: 'documented', workspaceId: 'w1' },
      ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1`, presentation: { kind: 'bearer' } },
    };
    void self.foyer.invoke('connections.check', { input, token: 'secret' });
  }, port);
  const [, answer] = (await asked) as [unknown, ServerResponse];

  const refusal = window.getByRole('alert').filter({ hasText: 'Something is being sent' });
  await button(window, 'Restart and install').click();
  await expect(refusal).toContainText('The update stays ready.');
  expect(await readFile(placeOf(home), 'utf8')).toBe(present);
  answer.writeHead(401).end();
  service.close();
  await once(service, 'close');
});

test('a changed answer is refused', async ({ home, feed }) => {
  const { bytes, signature } = feed.publish({ version: '9.0.0' });
  feed.publishBytes(Buffer.from(bytes.toString().replace('9.0.0', '9.0.1')), signature);
  const { window } = await start(home, feed);
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  await button(window, 'Check now').click();
  await expect(window.getByText(/isn’t signed by the makers of this Foyer/u)).toBeVisible();
});

test('a build that names no feed looks for none, and says so', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  await expect(window.getByText('This build doesn’t check for updates')).toBeVisible();
  await expect(window.getByRole('heading', { name: 'Updates' })).toBeHidden();
});
