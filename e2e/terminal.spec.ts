/** Previews from the terminal: one request or none, and the exit code of what came of it. */
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './foyer';
import { countNotifications, notifications, startAgain } from './outside-window';
import { Welcome } from './pages/welcome';
import { dialog, evening, expectOne, prepare } from './preview-shortcut';
import { inTerminal } from './terminal';

test.describe('in the terminal', () => {
  const byName = ['preview', evening.name];
  const byParts = [
    ...['preview', '--bot', 'cl_booking', '--to', evening.to],
    ...['--group=claims 1', '--connection', 'northwind'],
  ];

  for (const isRunning of [true, false]) {
    test(`with Foyer ${isRunning ? 'running' : 'not running'}`, async ({ home, service }) => {
      test.slow();
      const first = await home.start();
      await prepare(first.window, service);
      if (!isRunning) await first.app.close();

      const named = await inTerminal(home, byName);
      expect(named, named.err).toMatchObject({ code: 0 });
      expect(named.out).toContain('The service accepted the preview. (Northwind, to');
      expectOne(service);
      service.reset();

      const parts = await inTerminal(home, [...byParts, '--json']);
      expect(parts.code).toBe(0);
      expect(JSON.parse(parts.out)).toMatchObject({
        result: 'started',
        exitCode: 0,
        connection: 'Northwind',
        outcome: { kind: 'accepted' },
      });
      expectOne(service);
      service.reset();

      for (const [behaviour, code] of [
        [{ status: 400 }, 1],
        [{ status: 500 }, 4],
        [{ cut: 'afterReading' }, 4],
      ] as const) {
        service.setBehaviour('startChatAppPreview', behaviour);
        const ended = await inTerminal(home, byName);
        expect(ended, JSON.stringify(behaviour)).toMatchObject({ code, out: '' });
        expect(ended.err).not.toBe('');
        expectOne(service);
        service.reset();
      }

      const list = await inTerminal(home, ['list']);
      expect(list.code).toBe(0);
      expect(list.out).toContain('1  Booking, evening  +44 7700 900112  Northwind');
      for (const wrong of [
        ['preview', 'nobody'],
        ['preview', '--bot', 'x'],
        ['preview', '--token', 'secret'],
        ['preview', '--bot', '..', '--to', '1'],
        ['preview', '--bot', 'x', '--to', '1', '--connection', 'nobody'],
        ['publish'],
      ]) {
        const ended = await inTerminal(home, wrong);
        expect(ended, wrong.join(' ')).toMatchObject({ code: 2, out: '' });
        expect(ended.err).not.toContain('secret');
      }
      expect(service.received()).toEqual([]);

      await service.stop();
      expect(await inTerminal(home, byName)).toMatchObject({ code: 3 });
      if (isRunning) {
        const windows = await first.app.evaluate(
          ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
        );
        expect(windows).toBe(1);
      }
    });
  }

  test('no token, and no display', async ({ home, service }) => {
    const { app, window } = await home.start();
    await prepare(window, service);
    await window.evaluate(async () => {
      const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
        value: { list: [{ id: string }] };
      };
      const [reach] = value.list;
      await self.foyer.invoke('connections.forgetToken', { id: reach.id, reach });
    });
    expect(await inTerminal(home, byName)).toMatchObject({ code: 5, out: '' });
    await app.close();
    expect(await inTerminal(home, byName)).toMatchObject({ code: 5, out: '' });
    if (process.platform === 'linux') {
      const noDisplay = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
      expect(await inTerminal(home, byName, noDisplay)).toMatchObject({ code: 6, out: '' });
      // What needs no window needs no display.
      expect(await inTerminal(home, ['--help'], noDisplay)).toMatchObject({ code: 0 });
    }
    expect(service.received()).toEqual([]);
  });

  for (const isRunning of [true, false]) {
    test(`a profile that can’t be written, with Foyer ${isRunning ? '' : 'not '}running`, async ({
      home,
      service,
    }) => {
      const { app, window } = await home.start();
      await prepare(window, service);
      if (!isRunning) await app.close();
      const calls = join(home.profile, 'calls');
      await rm(calls, { recursive: true, force: true });
      // In the place of the folder, which root could write to whatever its rights are.
      await writeFile(calls, '');
      const ended = await inTerminal(home, byName);
      expect(ended, ended.err).toMatchObject({ code: 3, out: '' });
      expect(ended.err).toContain('Nothing was sent.');
      expect(service.received()).toEqual([]);
    });
  }

  test('a proxy that wants to be signed in to is not waited for without a window', async ({
    home,
  }) => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\n' +
          'Proxy-Authenticate: Basic realm="Office"\r\nContent-Length: 0\r\n\r\n',
      );
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const { port } = proxy.address() as AddressInfo;
    const throughIt = { https_proxy: `http://127.0.0.1:${String(port)}` };
    const { app, window } = await home.start(throughIt);
    await new Welcome(window).connect({
      baseAddress: 'https://northwind.invalid/api/v1',
      token: 'secret',
    });
    await app.close();
    expect(asked, 'by the window').toEqual([]);
    const command = ['preview', '--bot', 'cl_booking', '--to', '1'];
    const ended = await inTerminal(home, command, throughIt);
    expect(ended, ended.err).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('proxy');
    // The service, once, and nobody else: no dictionary is fetched, no update looked for.
    expect(asked).toEqual(['northwind.invalid:443']);
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  });

  test('a command that nobody here called is not carried out', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    const asked = { kind: 'preview', json: false, name: evening.name };
    await startAgain(app, { asked });
    await startAgain(app, { asked, callId: '0'.repeat(32) });
    await startAgain(app, { asked, callId: '../../connections.json' });
    // Answered after them, in order.
    await startAgain(app, { asked: { kind: 'link', link: 'foyer://preview/nobody' } });
    await dialog(window).waitFor();
    expect(service.received()).toEqual([]);
  });
});

test('a preview that ends behind hidden windows is told in a notification', async ({
  foyer: { app, window },
  home,
  service,
}) => {
  await prepare(window, service);
  await countNotifications(app);
  expect(await inTerminal(home, ['preview', evening.name])).toMatchObject({ code: 0 });
  // The window shows it.
  expect(await notifications(app)).toBe(0);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await inTerminal(home, ['preview', evening.name])).toMatchObject({ code: 0 });
  await expect.poll(() => notifications(app)).toBe(1);
});
