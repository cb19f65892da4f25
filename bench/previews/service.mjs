// A service on loopback that notes when a preview arrives, and a Foyer that is connected to it.
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Milliseconds since the epoch, on one clock for all processes of this computer. */
export const now = () => performance.timeOrigin + performance.now();

export async function startService() {
  const waiting = [];
  const server = createServer((request, response) => {
    const at = now();
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end('{"message":"success"}');
      waiting.shift()?.(at);
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${String(server.address().port)}/api/v1`;
  return {
    base,
    preview: `${base}/bots/cl_bench/chat-app/start-preview`,
    /** When the next preview arrives. */
    arrival: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

/** Starts Foyer, connected to the service, with a shortcut named `Bench` that was sent before. */
export async function startFoyer(folder, service) {
  const places = [`--profile=${join(folder, 'profile')}`, `--library=${join(folder, 'library')}`];
  const app = await _electron.launch({ args: [...sandboxSwitches(), root, ...places] });
  const window = await app.firstWindow();
  await window.getByRole('heading', { level: 1 }).first().waitFor();
  const first = service.arrival();
  await window.evaluate(async (baseAddress) => {
    const invoke = async (name, input) => {
      const answer = await globalThis.foyer.invoke(name, input);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.problem)}`);
      return answer.value;
    };
    const { id: connectionId } = await invoke('connections.add', {
      input: {
        label: 'Bench',
        baseAddress,
        workspaceId: 'w',
        colour: 'petrol',
        preset: 'documented',
        presentation: { kind: 'bearer' },
      },
      token: 'bench-token',
      keep: 'keychain',
    });
    const fields = { connectionId, botId: 'cl_bench', to: '+447700900112', startGroupId: '' };
    await invoke('previews.addShortcut', { ...fields, name: 'Bench' });
    await invoke('previews.start', { ...fields, isConfirmed: true });
  }, service.base);
  await first;
  // A window that begins with a connection begins in the library.
  await window.reload();
  await window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  return { app, window, places };
}
