/**
 * The computer sleeps: all of Foyer's processes stop, the service's answers come meanwhile or never, and
 * then the system says that it is awake. Windows has no signal that stops a process.
 */
import { execFileSync } from 'node:child_process';
import { createPracticeService } from '../src-main/practice/practice';
import { attempt, times } from '../src-main/testing/fault-tally';
import { expect, freePort, test, type Foyer } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { onDisk, put, themeDocument } from './theme-files';

test.describe.configure({ retries: 0 });

/** Seconds; a minute is also as long as Foyer waits for an answer. */
const sleeps = times(2, 4) === 4 ? [2, 62, 62, 3] : [2, 1];

/** The process and all that it started. */
function family(pid: number): number[] {
  const listed = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  const all = listed.split('\n').map((line) => line.trim().split(/\s+/u).map(Number));
  const under = (one: number): number[] => [
    one,
    ...all.flatMap(([child, parent]) =>
      parent === one && child !== undefined ? under(child) : [],
    ),
  ];
  return under(pid);
}

/** Stops all of Foyer; `meanwhile` happens in the world; then it goes on, and hears that it slept. */
async function sleep(
  { app }: Foyer,
  seconds: number,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const processes = family(app.process().pid ?? 0);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    await meanwhile();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  } finally {
    for (const pid of processes.reverse()) process.kill(pid, 'SIGCONT');
  }
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
}

/** Has a theme published through the connection of that name. */
const publish = ({ window }: Foyer, theme: string, connection: string): Promise<void> =>
  window.evaluate(`(async () => {
    const { themes } = (await foyer.invoke('library.list', undefined)).value;
    const { list } = (await foyer.invoke('connections.list', undefined)).value;
    await foyer.invoke('outbox.publish', {
      themeIds: themes.filter(({ name }) => name === '${theme}').map(({ id }) => id),
      connectionIds: list.filter(({ label }) => label === '${connection}').map(({ id }) => id),
    });
  })()`);

/** Why a theme waits; nothing for one that does not. */
const why = ({ window }: Foyer, theme: string): Promise<string> =>
  window.evaluate(`(async () => {
    const { items } = (await foyer.invoke('outbox.list', undefined)).value;
    return items.find(({ name }) => name === '${theme}')?.why ?? '';
  })()`);

test('a sleep in the middle of an edit, of a save and of a wait loses nothing and sends nothing twice', async ({
  home,
  service,
}) => {
  test.skip(process.platform === 'win32', 'no signal stops a process there');
  test.setTimeout(400_000);
  const names = sleeps.flatMap((_seconds, index) =>
    ['Waits', 'Leaves'].map((name) => `${name} ${String(index)}`),
  );
  for (const name of ['Edited', ...names]) await put(home, `${name}.json`, themeDocument(name));
  // Of a second first save these would make a second template.
  service.setBehaviour('all', { ids: 'own' });
  const away = createPracticeService({ port: await freePort() });
  const place = await away.start();
  away.setBehaviour('all', { ids: 'own' });
  const foyer = await home.start();
  const { window } = foyer;
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await window.evaluate((input) => self.foyer.invoke('connections.add', input), {
    input: {
      ...{ label: 'Contoso', baseAddress: place.baseAddress, workspaceId: 'ws_2' },
      ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
    },
    token: place.token,
    keep: 'keychain',
  });
  const studio = await new Library(window).open('Edited');
  const arrivals = (at: typeof away, name: string) =>
    at.received().filter(({ body }) => body.includes(`"${name}"`)).length;
  const made = (at: typeof away, name: string) =>
    at.state().templates.filter((template) => template.name === name).length;

  for (const [index, seconds] of sleeps.entries()) {
    const [waits, leaves] = [`Waits ${String(index)}`, `Leaves ${String(index)}`];
    const colour = `#5678${index.toString(16).padStart(2, '0').toUpperCase()}`;
    const isAnswered = index % 2 === 0;
    const what = { index, seconds, isAnswered };
    await away.stop();
    await publish(foyer, waits, 'Contoso');
    await expect.poll(() => why(foyer, waits)).toBe('unreachable');
    const release = service.holdAnswers();
    await publish(foyer, leaves, 'Northwind');
    await expect.poll(() => arrivals(service, leaves)).toBe(1);
    // What is typed when the lid closes.
    await studio.typeColour('Buttons', 'background', colour);
    await sleep(foyer, seconds, async () => {
      if (!isAnswered) await service.stop();
      release();
      if (!isAnswered) await service.start();
      await away.start();
    });

    await attempt('lost', what, async () => {
      await studio.saved();
      expect((await onDisk(home, 'Edited')).theme.chat.buttons.backgroundColor).toBe(colour);
      const group = await studio.section('Buttons');
      const field = group.getByRole('textbox', { name: 'Buttons, background', exact: true });
      await expect(field).toHaveValue(colour);
    });
    await attempt('sentTwice', what, async () => {
      await expect.poll(() => why(foyer, waits)).toBe('');
      expect([arrivals(away, waits), made(away, waits)]).toEqual([1, 1]);
    });
    await attempt('sentTwice', what, async () => {
      // Cut off, or longer without an answer than Foyer waits for one: it asks a person.
      const ends = isAnswered ? (seconds > 60 ? ['', 'decision'] : ['']) : ['decision'];
      await expect.poll(async () => ends.includes(await why(foyer, leaves))).toBe(true);
      expect([arrivals(service, leaves), made(service, leaves)]).toEqual([1, 1]);
    });
  }
  for (const name of names) {
    expect(arrivals(service, name) + arrivals(away, name), name).toBe(1);
  }
  await away.stop();
});
