/** Shortcuts as they are shown and brought back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- Where what this room has is shown.
import { answerTerminal } from '../app/terminal/terminal';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- Where what this room has is shown.
import { trayMenu } from '../app/tray/tray-menu';
import { createPreviews } from './previews';

/** Two preview shortcuts are deleted, and both deletions undone: by which key each is started then. */
describe('two deletions that are undone', () => {
  const connection = trialConnection('northwind');

  it.each([
    ['the control: the last one first', ['Reminder', 'Booking']],
    ['the first one first, from its own toast', ['Booking', 'Reminder']],
  ])('each has its own number again: %s', async (_name, order) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    const room = await createPreviews({
      ...{ folder, warn: () => undefined },
      send: () => expect.fail('nothing is sent'),
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(async () => {
      await room.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    });
    const ids = new Map<string, string>();
    for (const name of ['Booking', 'Reminder', 'Thanks']) {
      const target = { connectionId: connection.id, botId: 'bot', to: '+44 1', startGroupId: name };
      ids.set(name, (await room.handlers.addShortcut({ name, ...target })).id);
    }
    const idOf = (name: string) => ids.get(name) ?? '';
    for (const name of ['Booking', 'Reminder']) {
      await room.handlers.removeShortcut({ id: idOf(name) });
    }
    for (const name of order) await room.handlers.restoreShortcut({ id: idOf(name) });
    expect(room.snapshot().shortcuts.map(({ name }) => name)).toEqual([
      'Booking',
      'Reminder',
      'Thanks',
    ]);
  });
});

/**
 * A backup that somebody else made has a shortcut whose name ends in RIGHT-TO-LEFT OVERRIDE, which nobody sees: all that
 * follows in its line is shown from right to left, digit by digit. In the tray and in `foyer list` the recipient
 * follows, so that “211009 0077 44” is shown as “44 7700 900112”, and a person starts a preview to whom neither shows
 * (`app/terminal/shortcut-names.test.ts` has the same of what a terminal obeys; a link with such a sign is refused).
 */
describe('a name that turns what follows it', () => {
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
});

/**
 * A backup is saved while the connections can't be read: where a shortcut leads isn't known then. Without that
 * it would come back to whatever its connection leads to by then, so the backup says that it has none.
 */
describe('a backup beside connections that can’t be read', () => {
  const unread = { code: 'storageNotRead' as const, files: ['connections.json'] };

  /** Previews beside connections that can't be read, with or without a shortcut. */
  async function besideUnread(hasShortcut: boolean) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-shortcuts-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const previews = await createPreviews({
      ...{ folder, warn: () => undefined, connectionAt: () => undefined },
      connectionById: () => {
        throw new ProblemError(unread);
      },
      send: () => expect.fail('nothing is sent'),
    });
    onTestFinished(() => previews.close());
    const form = { connectionId: 'c', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
    const shortcut = { ...form, id: 'a', name: 'Reception' };
    if (hasShortcut) await previews.backupPart.prepare([shortcut])(() => expect.fail('left out'));
    return previews;
  }

  it('the control: where there are no shortcuts, nothing is missing', async () => {
    const { backupPart } = await besideUnread(false);
    expect(backupPart.collect()).toEqual([]);
  });

  it('the shortcuts are not in it, and it says why', async () => {
    const { backupPart, snapshot } = await besideUnread(true);
    expect(snapshot().shortcuts).toMatchObject([{ name: 'Reception', connectionId: 'c' }]);
    expect(() => backupPart.collect()).toThrow(expect.objectContaining({ problem: unread }));
  });
});
