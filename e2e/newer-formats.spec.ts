/**
 * Moving between versions: a profile and a library that an older Foyer left, and ones that a newer
 * Foyer wrote.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPracticeService } from '../src-main/practice/practice';
import {
  asNewer,
  example,
  putExamples,
  storedDocuments,
} from '../src-main/testing/fixture-stored-formats';
import { expect, freePort, test, type Home } from './foyer';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
import { Shell } from './pages/shell';
import { inTerminal } from './terminal';

const logs = ['activity', 'activity-here', 'previews-under-way'];

/** A profile and a library in which everything is of a newer Foyer, but what is given. */
async function putNewer(home: Home, ofThisFormat: Partial<Record<string, string>> = {}) {
  const documents = storedDocuments.filter((document) => !logs.includes(document));
  await putExamples(home, documents, async (document) => {
    return ofThisFormat[document] ?? asNewer(document);
  });
  for (const [folder, name] of [
    ['activity', 'activity'],
    ['activity', 'here'],
    ['previews', 'under-way'],
  ] as const) {
    await mkdir(join(home.profile, folder), { recursive: true });
    await writeFile(join(home.profile, folder, `${name}-f99-000000000001.jsonl`), 'later\n');
  }
}

/** The hash of each file that was put there, by its path. */
async function hashes(home: Home): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of [home.profile, home.library]) {
    for (const name of await readdir(folder, { recursive: true })) {
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      if (bytes !== undefined) found[name] = createHash('sha256').update(bytes).digest('hex');
    }
  }
  return found;
}

test('a profile that an older Foyer left has everything in it', async ({ home }) => {
  await putExamples(home);
  const { window } = await home.start();
  const shell = new Shell(window);
  const library = new Library(window);
  await expect(library.card('Harbour at night')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Problems' })).toHaveCount(0);
  await expect(shell.switcher).toContainText('Northwind');
  await shell.goTo('Bin');
  await expect(window.getByText('Old pier')).toBeVisible();
  await shell.goTo('Previews');
  await expect(window.getByText('Booking, evening').first()).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Bot ID' })).toHaveValue('my-bot');
  await shell.goTo('Domains');
  await expect(window.getByText('bot.example.com').first()).toBeVisible();
  await shell.goTo('Billing');
  await expect(window.getByRole('radio', { name: 'Pro' })).toBeChecked();
  await shell.goTo('Activity');
  await expect(window.getByText('bot.example.com').first()).toBeVisible();
});

test('a profile that a newer Foyer wrote is said once, used as far as it goes, and not changed', async ({
  home,
}, testInfo) => {
  test.setTimeout(120_000);
  await putNewer(home);
  const before = await hashes(home);
  const { app, window } = await home.start();
  const shell = new Shell(window);
  const library = new Library(window);
  const problems = window.getByRole('region', { name: 'Problems' });
  await expect(problems).toContainText('A newer version of Foyer saved this');
  await expect(problems).toContainText('your connections');
  await expect(problems).toContainText('your settings');
  await expect(library.card('Harbour at night')).toBeVisible();
  const studio = await library.newTheme();
  await studio.rename('Made meanwhile');
  await studio.backToLibrary();
  await library.act('Made meanwhile', 'Delete');
  for (const place of ['Previews', 'Billing', 'Domains', 'Activity', 'Settings', 'Bin'] as const) {
    await shell.goTo(place);
  }
  await shell.goTo('Library');
  await expect(problems.getByText('A newer version of Foyer saved this')).toHaveCount(1);
  await expect(problems.getByRole('button')).toHaveCount(1);
  for (const appearance of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme: appearance });
    await window.screenshot({ path: testInfo.outputPath(`newer-${appearance}.png`) });
  }
  // An older Foyer that is started beside it hands over, and touches nothing.
  expect(await inTerminal(home, [])).toMatchObject({ code: 0 });
  await app.close();
  expect(await hashes(home)).toMatchObject(before);
  // Nothing leaves while it is not known to whom something was sent before.
  const sent = await inTerminal(home, ['preview', 'Booking, evening']);
  expect(sent.code).not.toBe(0);
  expect(sent.err).toContain('A newer version of Foyer saved this');
  expect(await hashes(home)).toMatchObject(before);
  const again = await home.start();
  await expect(new Library(again.window).card('Harbour at night')).toBeVisible();
  await again.app.close();
  expect(await hashes(home)).toMatchObject(before);
});

test('beside documents of a newer Foyer a theme is made, published and deleted, and none of them changes', async ({
  home,
}) => {
  test.setTimeout(120_000);
  const port = await freePort();
  const service = createPracticeService({ port, presentation: { kind: 'none' } });
  await service.start();
  const { foyerChecksum: _old, ...connections } = JSON.parse(
    (await example('connections')).replaceAll('20999', String(port)),
  ) as { foyerChecksum?: string };
  await putNewer(home, { connections: JSON.stringify(connections) });
  const { 'connections.json': _learns, ...before } = await hashes(home);
  const { app, window } = await home.start();
  const shell = new Shell(window);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.rename('Made meanwhile');
  await studio.publishButton.click();
  // Nobody knows whether the outbox was paused, so it is.
  const outbox = new Outbox(window);
  await outbox.open();
  await outbox.panel.getByRole('button', { name: 'Resume' }).click();
  await outbox.close();
  await expect.poll(() => service.state().templates.length).toBe(1);
  await studio.backToLibrary();
  await library.act('Made meanwhile', 'Delete');
  await shell.goTo('Bin');
  await expect(window.getByText('Made meanwhile').first()).toBeVisible();
  await app.close();
  expect(await hashes(home)).toMatchObject(before);
  await service.stop();
});
