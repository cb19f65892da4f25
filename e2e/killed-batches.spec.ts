/**
 * kill -9 on the real app while it publishes, imports, deletes and restores many themes: after the next
 * start every theme is there once, in the library or in the bin, and the service got no first save twice.
 */
import { attempt, chances, expectControlToFail, times } from '../src-main/testing/fault-tally';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test, type Foyer, type Home } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { onDisk, put, themeDocument } from './theme-files';

test.describe.configure({ retries: 0 });

const kills = times(4, 10);
const themes = Array.from({ length: 20 }, (_none, number) => `Theme ${String(number)}`);

/** What goes on when the kill comes; it is begun in the window, and not waited for. */
const jobs = {
  publish: `(async () => {
    const { themes } = (await foyer.invoke('library.list', undefined)).value;
    const { list } = (await foyer.invoke('connections.list', undefined)).value;
    foyer.invoke('outbox.publish', {
      themeIds: themes.map(({ id }) => id),
      connectionIds: list.map(({ id }) => id),
    });
  })()`,
  delete: `(async () => {
    const { themes } = (await foyer.invoke('library.list', undefined)).value;
    foyer.invoke('library.remove', { ids: themes.map(({ id }) => id) });
  })()`,
  restore: `(async () => {
    const { themes } = (await foyer.invoke('library.bin', undefined)).value;
    foyer.invoke('library.restore', { entries: themes.map(({ entry }) => entry) });
  })()`,
  import: `(async () => {
    const theme = ${JSON.stringify(newTheme())};
    const one = (number) => ({ name: 'Imported ' + number, theme });
    const text = JSON.stringify(Array.from({ length: 20 }, (_none, number) => one(number)));
    foyer.invoke('transfer.importTexts', { files: [{ name: 'twenty.json', text }] });
  })()`,
};

interface Found {
  readonly library: readonly string[];
  readonly bin: readonly string[];
  readonly bad: readonly unknown[];
}

/** What a person would find, by names. */
function found({ window }: Foyer): Promise<Found> {
  return window.evaluate(`(async () => {
    const { themes, unreadable } = (await foyer.invoke('library.list', undefined)).value;
    const bin = (await foyer.invoke('library.bin', undefined)).value;
    return {
      library: themes.map(({ name }) => name),
      bin: bin.themes.map(({ name }) => name),
      bad: [...unreadable, ...bin.unread, ...bin.damaged],
    };
  })()`);
}

async function again(home: Home): Promise<Foyer> {
  const foyer = await home.start();
  await foyer.window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  // The first screen is as it was last seen; its cards come in their order of now.
  await foyer.window.evaluate(`foyer.invoke('library.list', undefined)`);
  return foyer;
}

test('kill -9 while many themes are published, deleted, restored and imported', async ({
  home,
  service,
}) => {
  test.setTimeout(600_000);
  for (const name of themes) await put(home, `${name}.json`, themeDocument(name));
  // One that gives ids of its own: a second first save would be a second template.
  service.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 20 });
  let running = await home.start();
  await new Welcome(running.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const chance = chances('kill the real app');
  // Of a deletion that was cut short, the bin has a version, too; where the one in the library changed
  // since, by being published, restoring makes it a second theme.
  const inBoth = new Set<string>();
  const order = ['publish', 'delete', 'restore', 'import', 'publish'] as const;
  for (let kill = 0; kill < kills; kill += 1) {
    const job = order[kill % order.length] ?? 'publish';
    const ms = Math.round(chance() * 400);
    await attempt('lost', { kill, job, ms }, async () => {
      await running.window.evaluate(jobs[job]);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await home.kill();
      running = await again(home);
      const { library, bin, bad } = await found(running);
      expect(bad).toEqual([]);
      for (const name of themes) {
        const most = inBoth.has(name) ? 2 : 1;
        expect(library.filter((each) => each === name).length, name).toBeLessThanOrEqual(most);
        expect([...library, ...bin], name).toContain(name);
        if (library.includes(name) && bin.includes(name)) inBoth.add(name);
      }
    });
    await attempt('sentTwice', { kill, job, ms }, () => expectFirstsOnce(service), 0);
  }
  // Left alone, what was asked for goes out, and what may have arrived waits for a person.
  await running.window.evaluate(jobs.restore);
  const restored = async () => (await found(running)).library;
  await expect.poll(restored, { timeout: 60_000 }).toEqual(expect.arrayContaining(themes));
  await running.window.evaluate(jobs.publish);
  await expect.poll(() => service.state().templates.length).toBeGreaterThan(0);
  await expect.poll(() => leaving(running), { timeout: 60_000 }).toEqual([]);
  await attempt('sentTwice', 'in the end', () => expectFirstsOnce(service), 0);
});

/** What is on its way by itself. */
function leaving({ window }: Foyer): Promise<unknown[]> {
  return window.evaluate(`(async () => {
    const { items } = (await foyer.invoke('outbox.list', undefined)).value;
    return items.filter(({ why }) => why !== 'decision').map(({ why }) => why);
  })()`);
}

/** Under an id that Foyer picked only first saves go: each theme's went once. */
function expectFirstsOnce(service: { received(): readonly { path: string }[] }): void {
  const firsts = service.received().filter(({ path }) => path.split('-').length === 5);
  expect(new Set(firsts.map(({ path }) => path)).size).toBe(firsts.length);
}

test('control: what was typed and not shown as saved yet is lost by the same kills', async ({
  home,
}) => {
  test.setTimeout(180_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  let running = first;
  let lost = 0;
  for (let kill = 0; kill < 5 && lost === 0; kill += 1) {
    const studio = await new Library(running.window).open('Harbour');
    const area = (await studio.section('Custom CSS')).getByRole('textbox', { name: 'Style sheet' });
    await area.press('Control+End');
    const more = `/* ${'x'.repeat(20)} ${String(kill)} */`;
    // As fast as nobody types; the kill comes with the last key.
    await running.window.keyboard.insertText(more);
    await home.kill();
    const kept = (await onDisk(home, 'Harbour')).theme.customCss ?? '';
    if (!kept.includes(more)) lost += 1;
    running = await again(home);
  }
  expectControlToFail('edits of the last moment, not shown as saved', lost);
});
