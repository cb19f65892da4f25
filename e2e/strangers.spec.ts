/** Foyer asks nobody but the connected services: what Chromium would ask by itself included. */
import { join } from 'node:path';
import { expectControlToFail } from '../src-main/testing/fault-tally';
import { walk } from './every-screen';
import { expect, test } from './foyer';
import { hostsIn } from './network-log';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** Where the service of the test and the practice service are. */
const ours = ['127.0.0.1'];

test('a plain start and a walk through every screen ask no stranger', async ({ home, service }) => {
  test.setTimeout(300_000);
  const log = join(home.profile, '..', 'network.json');
  const { app, window } = await home.start({}, [`--log-net-log=${log}`]);
  await walk(window, 'en', async () => undefined);

  const shell = new Shell(window);
  await shell.switcher.click();
  await window.getByRole('menuitem', { name: 'Add a connection' }).click();
  const welcome = new Welcome(window);
  await welcome.openForm();
  await welcome.fill({
    label: 'Northwind Studio',
    baseAddress: service.baseAddress,
    token: service.token,
  });
  await welcome.connectButton.click();
  await expect(shell.switcher).toContainText('Northwind Studio');
  await shell.goTo('Library');
  const studio = await new Library(window).open('Harbour');
  await studio.publishButton.click();
  // Beside the check of the connection.
  await expect.poll(() => service.received().length).toBeGreaterThan(1);
  await app.close();

  expect(await hostsIn(log)).toEqual(ours);
});

test('a session that is forgotten would be found', async ({ home }) => {
  const log = join(home.profile, '..', 'network.json');
  const { app } = await home.start({}, [`--log-net-log=${log}`]);
  await app.evaluate(async ({ net, session }, hasDictionaries) => {
    const forgotten = session.fromPartition('forgotten');
    const asked = new Promise((done) => {
      if (hasDictionaries) forgotten.once('spellcheck-dictionary-download-begin', done);
      else done(undefined);
    });
    // What a session does whose languages nobody took away.
    forgotten.setSpellCheckerLanguages(['en-US']);
    await asked;
    await new Promise((done) => {
      const request = net.request({ url: 'http://stranger.invalid/', session: forgotten });
      request.on('error', done);
      request.end();
    });
  }, process.platform !== 'darwin');
  await app.close();
  const found = await hostsIn(log);
  expect(found).toContain('stranger.invalid');
  // macOS has dictionaries of its own.
  if (process.platform !== 'darwin') expect(found).toContain('redirector.gvt1.com');
  expectControlToFail('a session that nobody has cut off', found.length);
});
