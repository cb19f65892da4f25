/** The measured app's main: the real bridge with the real contract, and beside it a raw handler. */
import { join } from 'node:path';
import { libraryCalls } from '@shared/bridge/library';
import { callChannel, ownOrigin } from '@shared/bridge/contract';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';
import { serve } from '../../src-main/bridge/bridge';

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

const theme: OpenTheme = {
  id: '0192f0c1-0000-7000-8000-000000000000',
  version: 1,
  name: 'Harbour',
  tags: ['Booking', 'Clients'],
  theme: newTheme(),
  isReadOnly: false,
  canUndo: true,
  canRedo: false,
  save: { kind: 'saved', at: '2026-01-01T00:00:00.000Z' },
  places: [],
  publications: {},
};

void app.whenReady().then(async () => {
  const page = Buffer.from('<!doctype html><title>Bridge</title>');
  const answerPage = { data: page, mimeType: 'text/html' };
  if (typeof session.defaultSession.protocol.handle === 'function') {
    session.defaultSession.protocol.handle('app', () => new Response(new Uint8Array(page)));
  } else {
    session.defaultSession.protocol.registerBufferProtocol('app', (_request, callback) =>
      callback(answerPage),
    );
  }
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  });
  const answer = serve(
    { library: { open: libraryCalls.open } },
    { library: { open: () => theme } },
    { warn: () => undefined, error: () => undefined },
    () => undefined,
  );
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    answer(
      {
        isOurWindow: event.sender.id === window.webContents.id,
        isTopFrame: event.senderFrame?.routingId === window.webContents.mainFrame.routingId,
        url: event.senderFrame?.url ?? '',
      },
      name,
      input,
    ),
  );
  ipcMain.handle('raw', () => ({ ok: true, value: theme }));
  await window.loadURL(`${ownOrigin}/index.html`);
});
