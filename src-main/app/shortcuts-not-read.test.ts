/**
 * A virus scanner holds the previews’ file, or a newer Foyer wrote it: the preview shortcuts can’t be read. A
 * command in the terminal says so. The tray and a link must not say that there are none.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { PreviewAsk } from '@shared/previews';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPreviews, type PreviewsRoom } from '../previews/previews';
import { showLink } from './links/shown-link';
import { answerTerminal } from './terminal/terminal';
import { trayMenu } from './tray/tray-menu';

vi.mock('electron', () => ({ app: {} }));

const northwind = trialConnection('northwind');

/** The room with a shortcut *Booking*, whose file a newer Foyer has written since. */
async function previewsNotRead(): Promise<PreviewsRoom> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-not-read-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const open = () =>
    createPreviews({
      ...{ folder, warn: () => undefined },
      send: () => Promise.reject(new ProblemError({ code: 'keychainLocked' })),
      connectionById: (id) => (id === northwind.id ? northwind : undefined),
      connectionAt: () => undefined,
    });
  const before = await open();
  await before.handlers.addShortcut({
    ...{ name: 'Booking', connectionId: northwind.id, botId: 'bot', to: '+44 7700 900112' },
    startGroupId: '',
  });
  expect(before.shortcuts()).toHaveLength(1);
  await before.close();
  await writeFile(join(folder, 'previews.json'), JSON.stringify({ format: 1_000, shortcuts: [] }));
  const now = await open();
  onTestFinished(() => now.close());
  return now;
}

it('the control: the terminal says that they can’t be read', async () => {
  const previews = await previewsNotRead();
  const { err } = await answerTerminal(
    { kind: 'preview', json: false, name: 'Booking' },
    {
      previews: () => previews.snapshot(),
      connections: () => ({ list: [northwind], currentId: northwind.id }),
      start: () => expect.fail('it was sent'),
    },
  );
  expect(err).not.toContain('no preview shortcut');
  expect(err).toContain('newer version');
});

it('the tray does not say that there are none yet', async () => {
  const previews = await previewsNotRead();
  // As `composition/launcher.ts` does.
  const menu = trayMenu({
    ...{ shortcuts: previews.shortcuts(), outbox: undefined, workspaceOf: () => undefined },
    ...{ start: () => undefined, open: () => undefined, quit: () => undefined },
  });
  expect(menu.map(({ label }) => label)).not.toContain('No preview shortcuts yet');
});

it('a link does not say that there is none of that name', async () => {
  const previews = await previewsNotRead();
  const shown: PreviewAsk[] = [];
  // As `composition/requests.ts` does.
  showLink('foyer://preview/Booking', {
    shortcuts: previews.shortcuts(),
    connections: [northwind],
    ask: (asked) => shown.push(asked),
    openTheme: () => undefined,
  });
  // Shown as “There is no preview shortcut named Booking. … It may have been renamed.”
  expect(shown.map(({ kind }) => kind)).not.toContain('unknownName');
});
