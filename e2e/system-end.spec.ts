/** The system shuts down, restarts or logs off: there is no time left after it has said so. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Foyer, type Home } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

/** All theme files as they lie in the library. */
async function themesOf(home: Home): Promise<string> {
  const names = await readdir(home.library);
  return (
    await Promise.all(names.map((name) => readFile(join(home.library, name), 'utf8')))
  ).join();
}

/** Says what the system says, and is gone in the same moment. */
async function endOfSession(
  { app }: Foyer,
  said: 'query-session-end' | 'session-end' | 'shutdown' | 'suspend',
): Promise<{ wasPrevented: boolean }> {
  const gone = new Promise((done) => app.process().once('exit', done));
  const prevented = await app.evaluate(({ BrowserWindow, powerMonitor }, event) => {
    let wasPrevented = false;
    const emitted = { preventDefault: () => (wasPrevented = true), reasons: ['shutdown'] };
    if (event === 'shutdown' || event === 'suspend') powerMonitor.emit(event, emitted);
    else for (const window of BrowserWindow.getAllWindows()) window.emit(event, emitted);
    // In the next turn, so that the answer still leaves.
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    return wasPrevented;
  }, said);
  await gone;
  return { wasPrevented: prevented };
}

for (const said of ['query-session-end', 'session-end', 'shutdown', 'suspend'] as const) {
  test(`an edit of the last 300 ms is on the disk when the system ends with ${said}`, async ({
    home,
  }) => {
    const foyer = await home.start();
    await new Welcome(foyer.window).practise();
    const studio = await new Library(foyer.window).open('Harbour.*');
    await studio.typeColour('Buttons', 'background', '#123ABC');
    const { wasPrevented } = await endOfSession(foyer, said);
    expect(wasPrevented).toBe(false);
    expect(await themesOf(home)).toContain('#123ABC');
    expect((await readdir(home.library)).filter((name) => name.includes('conflict'))).toEqual([]);
  });
}

test('a log-out that goes on to quit Foyer is not held up, and the edit is there', async ({
  home,
}) => {
  const foyer = await home.start();
  await new Welcome(foyer.window).practise();
  const studio = await new Library(foyer.window).open('Harbour.*');
  await studio.typeColour('Buttons', 'background', '#123ABC');
  const wasPrevented = await foyer.app.evaluate(({ app, powerMonitor }) => {
    let isPrevented = false;
    powerMonitor.emit('shutdown', { preventDefault: () => (isPrevented = true) });
    // As macOS asks whether the app may be ended.
    app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    return isPrevented;
  });
  expect(wasPrevented).toBe(false);
  expect(await themesOf(home)).toContain('#123ABC');
});

test('a log-off that another program cancels leaves Foyer as it was', async ({ home }) => {
  const foyer = await home.start();
  await new Welcome(foyer.window).practise();
  const studio = await new Library(foyer.window).open('Harbour.*');
  await studio.typeColour('Buttons', 'background', '#123ABC');
  await foyer.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.emit('query-session-end', {});
  });
  await studio.saved();
  await studio.typeColour('Buttons', 'background', '#456DEF');
  await studio.saved();
  expect(await themesOf(home)).toContain('#456DEF');
  expect((await readdir(home.library)).filter((name) => name.includes('conflict'))).toEqual([]);
});

test('a name that is being typed is the theme’s where the system leaves a moment', async ({
  home,
}) => {
  const foyer = await home.start();
  await new Welcome(foyer.window).practise();
  await new Library(foyer.window).open('Harbour.*');
  await foyer.window.keyboard.press('F2');
  await foyer.window.keyboard.type('Harbour at night');
  await foyer.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('shutdown', {}));
  await expect.poll(() => themesOf(home)).toContain('"Harbour at night"');
});
