/** The network goes and comes back, again and again, while many themes are published. */
import { attempt, times } from '../src-main/testing/fault-tally';
import { expect, test, type Foyer } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { put, themeDocument } from './theme-files';

test.describe.configure({ retries: 0 });

const turns = times(10, 50);
/** More than there are turns: in each of them something is on its way. */
const themes = Array.from({ length: turns + 10 }, (_none, number) => `Theme ${String(number)}`);

interface Waiting {
  readonly themeId: string;
  readonly connectionId: string;
  readonly name: string;
  readonly why: string;
}

const waiting = ({ window }: Foyer): Promise<readonly Waiting[]> =>
  window.evaluate(`foyer.invoke('outbox.list', undefined).then(({ value }) => value.items)`);

/** Whether it has noticed that the network went: nothing is on its way, and nothing is about to be. */
const isStill = async (foyer: Foyer): Promise<boolean> =>
  (await waiting(foyer)).every(({ why }) => why !== 'sending' && why !== 'turn');

/** Foyer hears of a network as it does when the computer wakes up: the one here never goes. */
const wake = ({ app }: Foyer) => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));

test('the network goes and comes while many themes are published, and each arrives once', async ({
  home,
  service,
}) => {
  test.setTimeout(400_000);
  for (const name of themes) await put(home, `${name}.json`, themeDocument(name));
  // Of a second first save this one would make a second template.
  service.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 10 });
  const foyer = await home.start();
  const { window } = foyer;
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await window.evaluate(`(async () => {
    const { themes } = (await foyer.invoke('library.list', undefined)).value;
    const { list } = (await foyer.invoke('connections.list', undefined)).value;
    await foyer.invoke('outbox.publish', {
      themeIds: themes.map(({ id }) => id),
      connectionIds: list.map(({ id }) => id),
    });
  })()`);
  await service.stop();
  const arrived = (): string[] =>
    service.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);

  let gone = 0;
  await attempt(
    'sentTwice',
    { turns, themes: themes.length },
    async () => {
      for (let turn = 0; turn < turns; turn += 1) {
        const before = arrived().length;
        await service.start();
        await wake(foyer);
        await expect
          .poll(() => arrived().length, { intervals: [5], timeout: 20_000 })
          .toBeGreaterThan(before);
        // Whatever is under way is cut, wherever it is.
        await service.stop();
        await expect.poll(() => isStill(foyer)).toBe(true);
        if ((await waiting(foyer)).some(({ why }) => why !== 'decision')) gone += 1;
      }
      await service.start();
      await wake(foyer);
      const leaving = async () => (await waiting(foyer)).filter(({ why }) => why !== 'decision');
      await expect.poll(leaving, { timeout: 60_000 }).toEqual([]);
      expect(new Set(arrived()).size).toBe(arrived().length);
    },
    turns,
  );
  expect(gone).toBeGreaterThan(turns / 2);

  // A person looks at the service for what may have arrived.
  await attempt(
    'lost',
    'in the end',
    async () => {
      for (const { themeId, connectionId, name } of await waiting(foyer)) {
        const found = service.state().templates.find((template) => template.name === name);
        const decision = found
          ? { decision: 'published', templateId: found.id }
          : { decision: 'sendAgain' };
        const input = JSON.stringify({ themeId, connectionId, ...decision });
        await window.evaluate(`foyer.invoke('outbox.decide', ${input})`);
      }
      await expect.poll(() => waiting(foyer)).toEqual([]);
      const names = service.state().templates.map(({ name }) => name);
      expect(names.sort()).toEqual([...themes].sort());
      await window.evaluate(`foyer.invoke('library.list', undefined)`);
      await expect(new Library(window).card('Theme 0')).toHaveAccessibleName(/Published/u);
    },
    0,
  );
});
