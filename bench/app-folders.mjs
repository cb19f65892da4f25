// What an app is launched on for a measurement: a library, a profile, and a bare app as the control.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A library folder with the starter themes over and over, each a theme of its own. */
export function makeLibrary(folder, themes) {
  mkdirSync(folder, { recursive: true });
  const starters = readdirSync(join(root, 'resources', 'themes')).map((file) =>
    JSON.parse(readFileSync(join(root, 'resources', 'themes', file), 'utf8')),
  );
  for (let number = 0; number < themes; number += 1) {
    const starter = starters[number % starters.length];
    const id = randomUUID();
    const document = {
      format: 1,
      id,
      name: `${starter.name} ${String(number)}`,
      tags: starter.tags,
      updatedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      publications: {},
      theme: starter.theme,
    };
    writeFileSync(
      join(folder, `${starter.id}-${String(number)}-${id.slice(0, 8)}.json`),
      `${JSON.stringify(document, null, 2)}\n`,
    );
  }
}

/** A profile with a connection: without one, Foyer opens with the first run. No token is asked for. */
export function makeProfile(folder) {
  mkdirSync(folder, { recursive: true });
  const connection = {
    id: 'bench',
    label: 'Bench',
    baseAddress: 'http://127.0.0.1:9/v1',
    workspaceId: 'bench',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'none' },
    isPractice: false,
    keepsClientIds: 'unknown',
    hasTokenInKeychain: false,
  };
  writeFileSync(
    join(folder, 'connections.json'),
    `${JSON.stringify({ format: 1, connections: [connection], currentId: 'bench' }, null, 2)}\n`,
  );
}

/** An app of one file that shows a heading in a window without a preload. */
export function makeBareApp(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "bare", "main": "main.js" }\n');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Bare</title><h1>Bare</h1>\n');
  writeFileSync(
    join(folder, 'main.js'),
    `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 820, show: false });
  window.once('ready-to-show', () => window.show());
  window.loadFile('index.html');
});
`,
  );
}
