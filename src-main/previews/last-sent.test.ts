/** When a shortcut was last sent, as it is shown beside it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createPreviews, type SendPreview } from './previews';
import { previewsFixture } from './testing/fixture-previews';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

/** When a shortcut is said to have been sent last that is new, or was away for a moment. */
describe('a shortcut that is new, or was away for a moment', () => {
  const accepted: Outcome = { kind: 'accepted', status: 200 };
  const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };
  const form = { connectionId: connection.id, ...fields };

  async function open() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const send: SendPreview = async (_connection, _request, options) => {
      await options.beforeStart();
      options.onStart();
      await answered;
      return { activityId: options.activityId, outcome: accepted, body: { message: 'ok' } };
    };
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined, now: () => '2026-01-02T03:04:05.000Z' },
      connectionById: (id) => (id === connection.id ? connection : undefined),
      connectionAt: () => undefined,
    });
    onTestFinished(async () => {
      await room.close();
      await rm(folder, { recursive: true, force: true });
    });
    return { room, answer };
  }

  it('is when it was sent, though its deletion was undone after that', async () => {
    const { room, answer } = await open();
    const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
    const run = Promise.resolve(room.handlers.start({ ...form, confirmedPlace: trialPlace }));
    await expect.poll(() => room.snapshot().history).toMatchObject([{ outcome: null }]);
    await room.handlers.removeShortcut({ id });
    answer();
    await run;
    await room.handlers.restoreShortcut({ id });
    expect(room.snapshot().shortcuts).toMatchObject([{ id, lastAt: '2026-01-02T03:04:05.000Z' }]);
  });

  it('is when it was sent from the form, where it is kept as a shortcut after that', async () => {
    const { room, answer } = await open();
    answer();
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    await room.handlers.addShortcut({ name: 'Booking', ...form });
    // The list says "Not started yet", and so does `foyer list`.
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: '2026-01-02T03:04:05.000Z' }]);
  });

  it('is when it was sent, though it was deleted after that and is back from a backup', async () => {
    const { room, answer } = await open();
    answer();
    const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
    const backup = JSON.parse(JSON.stringify(room.backupPart.collect())) as unknown;
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    await room.handlers.removeShortcut({ id });
    expect(await room.backupPart.prepare(backup)(() => expect.fail('left out'))).toBe(1);
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: '2026-01-02T03:04:05.000Z' }]);
  });
});

/** When a shortcut was last sent, after the computer's clock, which was fast, was put right. */
describe('a clock that was fast', () => {
  it('is when it was sent last, and not a time that is still to come', async () => {
    let clock = '2027-11-22T12:00:00.000Z';
    const room = await previewsFixture({ connectionById: () => connection, now: () => clock });
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    clock = '2026-11-22T11:00:00.000Z';
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    expect(room.shortcuts()).toMatchObject([{ lastAt: clock }]);
  });
});

/**
 * A shortcut was kept before unseen signs were taken off IDs, with a zero-width space behind its bot, or marks of
 * direction around its recipient. It is sent without. When it was sent last is said of it all the same: *Not started yet*
 * would have a person send it again.
 */
describe('a shortcut with unseen signs in its IDs', () => {
  const at = '2026-01-02T03:04:05.000Z';
  const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: 'group' };

  it.each([
    ['the control: nothing unseen', {}],
    ['a zero-width space behind the bot', { botId: 'bot\u200B' }],
    ['marks of direction around the recipient', { to: '\u202A+44 20 7946 0958\u202C' }],
    ['a zero-width space behind the start group', { startGroupId: 'group\u200B' }],
  ])('%s', async (_, kept) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    const shortcut = {
      ...{ id: 's1', name: 'Booking', connectionId: connection.id, lastAt: null },
      ...{ ...fields, ...kept },
    };
    const send: SendPreview = async (
      _connection,
      _request,
      { activityId, beforeStart, onStart },
    ) => {
      await beforeStart();
      onStart();
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
    };
    // As an older Foyer left it.
    const left = { format: 1, history: [], shortcuts: [shortcut] };
    await writeFile(join(folder, 'previews.json'), JSON.stringify(left));
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined, now: () => at },
      connectionById: (id) => (id === connection.id ? connection : undefined),
      connectionAt: () => undefined,
    });
    onTestFinished(async () => {
      await room.close();
      await rm(folder, { recursive: true, force: true });
    });
    const [shown] = room.snapshot().shortcuts;
    expect(shown).toMatchObject({ id: 's1', lastAt: null, ...kept });
    const { botId, to, startGroupId } = shown ?? fields;
    const form = {
      connectionId: connection.id,
      botId,
      to,
      startGroupId,
      confirmedPlace: trialPlace,
    };
    const run = await room.handlers.start(form);
    expect(run.outcome).toMatchObject({ kind: 'accepted' });
    expect(room.snapshot().shortcuts).toMatchObject([{ id: 's1', lastAt: at }]);
  });
});

/** A 408 and a 303 leave open whether the service acted: the shortcut is not said to be not started yet. */
describe('an answer that is late', () => {
  it.each<[string, Outcome]>([
    ['the control: not sure', { kind: 'unsure', reason: 'timeLimit', detail: '' }],
    ['a 408', { kind: 'rejected', status: 408 }],
    ['a 303', { kind: 'redirected', status: 303 }],
  ])('%s', async (_name, outcome) => {
    // What is said of the run itself.
    expect(outcomeText(outcome, 'startChatAppPreview').tone).toBe('unsure');
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const room = await createPreviews({
      ...{ folder, warn: () => undefined },
      send: async (_connection, _request, its) => {
        await its.beforeStart();
        its.onStart();
        return { activityId: its.activityId, outcome, body: undefined };
      },
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    expect(room.shortcuts()?.[0]?.lastAt).not.toBeNull();
  });
});

/** What is said of a shortcut after a preview of it had left and Foyer ended before the answer. */
describe('a preview that had left as Foyer ended', () => {
  async function opened(folder: string, send: SendPreview) {
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined },
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    return room;
  }

  async function newFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    return folder;
  }

  const nothing: SendPreview = () => expect.fail('nothing is sent');
  const unsure: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };

  it('the control: one that ended as not sure is not said to be not started yet', async () => {
    const folder = await newFolder();
    const room = await opened(folder, async (_connection, _request, its) => {
      await its.beforeStart();
      its.onStart();
      return { activityId: its.activityId, outcome: unsure, body: undefined };
    });
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    expect(room.shortcuts()?.[0]?.lastAt).not.toBeNull();
  });

  it.each(['killed', 'quit'])(
    'one that had left when Foyer was %s is not said to be not started yet',
    async (how) => {
      const folder = await newFolder();
      let hasLeft = false;
      const first = await opened(folder, async (_connection, _request, its) => {
        await its.beforeStart();
        its.onStart();
        hasLeft = true;
        return new Promise(() => undefined);
      });
      await first.handlers.addShortcut({ ...form, name: 'Booking' });
      void first.handlers.start({ ...form, confirmedPlace: trialPlace });
      await expect.poll(() => hasLeft).toBe(true);
      if (how === 'quit') await first.close();
      const next = await opened(folder, nothing);
      expect(next.snapshot().history).toMatchObject([
        { outcome: { kind: 'unsure', reason: 'interrupted' } },
      ]);
      expect(next.shortcuts()).toMatchObject([{ name: 'Booking', isNewRecipient: false }]);
      expect(next.shortcuts()?.[0]?.lastAt).not.toBeNull();
    },
  );
});

/** A service that accepts each at once, and the connections that lead to it, which a person may change meanwhile. */
describe('a shortcut whose like was sent', () => {
  const anew = trialConnection('anew', { label: 'Northwind' });
  const sentAt = '2026-01-02T03:04:05.000Z';

  async function standUp() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const now = { clock: sentAt, connections: [connection] as readonly Connection[] };
    const open = async () => {
      const room = await createPreviews({
        ...{ folder, warn: () => undefined, now: () => now.clock },
        async send(_connection, _request, its) {
          await its.beforeStart();
          its.onStart();
          const outcome: Outcome = { kind: 'accepted', status: 200 };
          return { activityId: its.activityId, outcome, body: {} };
        },
        connectionById: (id) => now.connections.find((one) => one.id === id),
        connectionAt: () => undefined,
      });
      onTestFinished(() => room.close());
      return room;
    };
    const room = await open();
    const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: sentAt }]);
    const sendOthers = async (others: number) => {
      now.clock = '2026-01-09T03:04:05.000Z';
      for (let other = 0; other < others; other += 1) {
        const to = `+44 20 7946 1${String(other).padStart(3, '0')}`;
        await room.handlers.start({ ...form, to, confirmedPlace: trialPlace });
      }
    };
    return { folder, now, open, room, id, sendOthers };
  }

  /** Foyer knew when it was sent: *Not started yet* would have a person send it again. */
  it.each([
    ['the control: it is the last in the history', 49],
    ['the history has others only', 50],
  ])('is known to be sent, edited and put back: %s', async (_, others) => {
    const { room, id, sendOthers } = await standUp();
    await sendOthers(others);
    await room.handlers.editShortcut({ id, name: 'Booking', ...form, startGroupId: 'evening' });
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: null }]);
    await room.handlers.editShortcut({ id, name: 'Booking', ...form });
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: sentAt }]);
  });

  it.each([
    ['the control: a connection to another workspace', { ...anew, workspaceId: 'other' }, null],
    ['the same workspace', anew, sentAt],
  ] as const)(
    'is known to be sent, given the connection that was entered anew: %s',
    async (_, entered, lastAt) => {
      const { now, room, id } = await standUp();
      now.connections = [entered];
      // It is still given its connection that is gone.
      expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: sentAt }]);
      await room.handlers.editShortcut({
        ...{ id, name: 'Booking' },
        ...{ ...form, connectionId: entered.id },
      });
      expect(room.snapshot().shortcuts).toMatchObject([{ lastAt }]);
    },
  );

  it('is known to be sent through another connection to the same workspace', async () => {
    const { now, room } = await standUp();
    now.connections = [connection, anew];
    now.clock = '2026-01-09T03:04:05.000Z';
    await room.handlers.start({ ...form, connectionId: anew.id, confirmedPlace: trialPlace });
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: now.clock }]);
  });

  it('is known to be sent from what an older Foyer left, which noted it beside the shortcut alone', async () => {
    const { folder, now, open, room, id, sendOthers } = await standUp();
    await sendOthers(50);
    await room.close();
    const file = join(folder, 'previews.json');
    const { lastSent, foyerChecksum, ...left } = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      unknown
    >;
    expect(lastSent).toBeDefined();
    expect(foyerChecksum).toBeDefined();
    await writeFile(file, JSON.stringify(left));
    now.connections = [anew];
    const next = await open();
    await next.handlers.editShortcut({
      ...{ id, name: 'Booking' },
      ...{ ...form, connectionId: anew.id },
    });
    expect(next.snapshot().shortcuts).toMatchObject([{ lastAt: sentAt }]);
  });
});
