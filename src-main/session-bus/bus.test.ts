/** Asking a real bus: the system's own daemon, started for the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOnBus, openBus } from './bus';

const watcher = 'org.kde.StatusNotifierWatcher';

describe.runIf(process.platform === 'linux')('a session’s bus', () => {
  let folder: string;
  let daemon: ChildProcess;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-bus-'));
    daemon = spawn(
      'dbus-daemon',
      ['--session', '--nofork', '--print-address', `--address=unix:dir=${folder}`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(daemon.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    environment = { DBUS_SESSION_BUS_ADDRESS: line.toString().trim() };
  });
  afterEach(async () => {
    const ended = once(daemon, 'close');
    daemon.kill();
    await ended;
    await rm(folder, { recursive: true });
  });

  it('tells whether somebody has a name, for as long as they have it', async () => {
    expect(await isOnBus(watcher, { environment })).toBe(false);
    const panel = await openBus(environment);
    expect((await panel?.call('RequestName', watcher, 0))?.number()).toBe(1);
    expect(await isOnBus(watcher, { environment })).toBe(true);
    panel?.close();
    await expect.poll(() => isOnBus(watcher, { environment })).toBe(false);
  });

  it('tells what the bus would start', async () => {
    const itself = 'org.freedesktop.DBus';
    expect(await isOnBus(itself, { environment, orStarts: true })).toBe(true);
    expect(await isOnBus('app.foyer.Nobody', { environment, orStarts: true })).toBe(false);
  });

  it('is found where no address is named but the usual place', async () => {
    const path = /path=([^,]+)/u.exec(environment['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? '';
    const named = { DBUS_SESSION_BUS_ADDRESS: `tcp:host=x;unix:path=${path.replace('-', '%2d')}` };
    expect(await isOnBus(watcher, { environment: named })).toBe(false);
    expect(await isOnBus(watcher, { environment: { XDG_RUNTIME_DIR: folder } })).toBeUndefined();
  });

  it('outlasts a refusal', async () => {
    const bus = await openBus(environment);
    expect(await bus?.call('NoSuchMethod')).toBeUndefined();
    expect((await bus?.call('NameHasOwner', watcher))?.number()).toBe(0);
    bus?.close();
    expect(await bus?.call('NameHasOwner', watcher)).toBeUndefined();
  });
});

describe.runIf(process.platform !== 'win32')('what is no bus', () => {
  let folder: string;
  let server: Server | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-bus-'));
  });
  afterEach(async () => {
    server?.close();
    server = undefined;
    await rm(folder, { recursive: true });
  });

  it('is not known to have anybody', async () => {
    const nowhere = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none` };
    expect(await isOnBus(watcher, { environment: nowhere })).toBeUndefined();
    expect(await isOnBus(watcher, { environment: {} })).toBeUndefined();
  });

  it.each([
    ['refuses', 'REJECTED EXTERNAL\r\n'],
    ['speaks of something else', `OK 1234\r\n${'x'.repeat(64)}`],
    ['goes on saying nothing', 'OK 1234\r\n'],
  ])('is none that %s', async (_what, said) => {
    const path = join(folder, 'bus');
    const sockets: Socket[] = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => socket.destroy());
      socket.write(said);
    });
    await once(server.listen(path), 'listening');
    const environment = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
    expect(await isOnBus(watcher, { environment })).toBeUndefined();
    for (const socket of sockets) socket.destroy();
  });
});
