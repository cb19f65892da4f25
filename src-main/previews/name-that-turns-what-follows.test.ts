/**
 * A backup that somebody else made has a shortcut whose name ends in RIGHT-TO-LEFT OVERRIDE, which nobody sees: all that
 * follows in its line is shown from right to left, digit by digit. In the tray and in `foyer list` the recipient
 * follows, so that “211009 0077 44” is shown as “44 7700 900112”, and a person starts a preview to whom neither shows
 * (`listed-names.test.ts` has the same of what a terminal obeys; a link with such a sign is refused).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- Where what this room has is shown.
import { answerTerminal } from '../app/terminal/terminal';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- Where what this room has is shown.
import { trayMenu } from '../app/tray/tray-menu';
import { createPreviews } from './previews';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const to = '211009 0077 44';

/** How many embeddings, overrides and isolates are open at the end (Unicode, UAX 9). */
function openAtTheEnd(text: string): number {
  return [...text].reduce((depth, sign) => {
    if (/[\u202a\u202b\u202d\u202e\u2066-\u2068]/u.test(sign)) return depth + 1;
    return /[\u202c\u2069]/u.test(sign) ? depth - 1 : depth;
  }, 0);
}

/** What stands before the recipient in the tray, and in the terminal, after the backup was restored. */
async function beforeTheRecipient(name: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const room = await createPreviews({
    ...{ folder, warn: () => undefined },
    send: () => Promise.reject(new Error('nothing is sent')),
    connectionById: (id) => (id === northwind.id ? northwind : undefined),
    connectionAt: () => northwind,
  });
  const { baseAddress, workspaceId } = northwind;
  const backedUp = {
    ...{ id: 's1', name, connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
    place: { baseAddress, workspaceId },
  };
  const restore = room.backupPart.prepare([backedUp]);
  const leftOut: string[] = [];
  await restore((named) => leftOut.push(named));
  const shortcuts = room.shortcuts() ?? [];
  const [item] = trayMenu({
    ...{ shortcuts, workspaceOf: () => undefined, outbox: undefined },
    ...{ start: () => undefined, open: () => undefined, quit: () => undefined },
  });
  const { out } = await answerTerminal(
    { kind: 'list', json: false },
    {
      previews: () => room.snapshot(),
      connections: () => ({ list: [northwind], currentId: northwind.id }),
      start: () => Promise.reject(new Error('a list starts nothing')),
    },
  );
  await room.close();
  // Left out of what is restored, it does no harm.
  if (leftOut.length > 0) return [];
  return [item?.label ?? '', out].map((shown) => shown.split(to)[0] ?? '');
}

it('the control: a plain name', async () => {
  const shown = await beforeTheRecipient('Booking');
  expect(shown).toHaveLength(2);
  expect(shown.map(openAtTheEnd)).toEqual([0, 0]);
});

it('a name that turns what follows it round', async () => {
  const shown = await beforeTheRecipient('Booking\u202e');
  expect(shown.map(openAtTheEnd).filter((depth) => depth !== 0)).toEqual([]);
});
