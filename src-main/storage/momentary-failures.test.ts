/**
 * Reads that fail for a moment, on every document of the profile. Each room is stood up with its
 * own document on an ill disk; what a person kept must be there, untouched, when the disk is well.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBilling } from '../billing/billing';
import { createConnections } from '../connections/connections';
import { createDomains } from '../domains/domains';
import { createOutbox, type OutboxLibrary } from '../outbox/outbox';
import { createPreviews } from '../previews/previews';
import { realDisk } from './disk';
import { onDocumentTrouble, type DocumentTrouble } from './document-trouble';
import { illDisk, momentaryCodes, momentaryPlaces } from './trial-ill-disk';
import { expectControlToFail } from '../testing/fault-tally';
import { temporaryFolder } from '../testing/temporary-folder';
import { noTokens } from '../connections/testing/no-tokens';

const at = { connectionId: 'northwind' };
const connectionById = () => trialConnection('northwind');
const neverSend = () => Promise.reject(new Error('nothing is sent here'));
const warn = () => undefined;
const log = { info: warn, warn, error: warn };

/** A room over its document: what a person keeps in it, as text, and how they keep more. */
interface Kept {
  keep(text: string): Promise<unknown>;
  /** What is shown; throws while nothing is known. */
  shown(): readonly string[];
  close(): Promise<unknown>;
}

const billingDraft = {
  plan: 'PRO' as const,
  isYearly: true,
  currency: 'eur' as const,
  additionalChats: '1',
  ownReturn: false,
};

const rooms: Readonly<Record<string, (folder: string) => Promise<Kept>>> = {
  async billing(folder) {
    const openExternal = neverSend;
    const options = { folder, send: neverSend, connectionById, openExternal, warn };
    const room = await createBilling({ ...options, onReturn: warn });
    const state = () => room.handlers.state(at) as { draft: { returnUrl: string } };
    return {
      keep: async (text) =>
        room.handlers.saveDraft({ ...at, draft: { ...billingDraft, returnUrl: text } }),
      shown: () => [state().draft.returnUrl],
      close: () => room.close(),
    };
  },
  async domains(folder) {
    const room = await createDomains({ folder, send: neverSend, connectionById, warn });
    const state = () => room.handlers.state(at) as { draft: string };
    return {
      keep: async (text) => room.handlers.saveDraft({ ...at, name: text }),
      shown: () => [state().draft],
      close: () => room.close(),
    };
  },
  async previews(folder) {
    const room = await createPreviews({
      folder,
      send: neverSend,
      connectionById,
      connectionAt: () => undefined,
      warn,
    });
    return {
      keep: async (text) =>
        room.handlers.addShortcut({ ...at, name: text, botId: 'b', to: '+49 1', startGroupId: '' }),
      shown: () => room.snapshot().shortcuts.map(({ name }) => name),
      close: () => room.close(),
    };
  },
  async connections(folder) {
    const room = createConnections({
      file: join(folder, 'connections.json'),
      tokens: noTokens,
      check: neverSend,
      startPractice: neverSend,
      practiceLabel: () => 'Practice',
      onChange: warn,
      log,
    });
    await room.start();
    const { label: _label, ...connection } = trialConnection('northwind');
    return {
      keep: async (label) =>
        room.handlers.add({
          input: { ...connection, label, workspaceId: label, presentation: { kind: 'none' } },
          token: undefined,
          keep: 'keychain',
        }),
      shown: () => (room.backupPart.collect() as { label: string }[]).map(({ label }) => label),
      close: () => room.close(),
    };
  },
};

let troubles: DocumentTrouble[];
beforeEach(() => {
  troubles = [];
  // Drafts rest, and a read is tried again after pauses: each is over as soon as nothing else is left to do.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
  const stop = onDocumentTrouble((trouble) => troubles.push(trouble));
  return () => {
    stop();
    vi.useRealTimers();
  };
});

const names = Object.keys(rooms);

/** Opens every room of a profile, all at the same time, as the app does. */
async function openAll(folder: string): Promise<Record<string, Kept>> {
  const opened = await Promise.all(
    Object.entries(rooms).map(async ([name, open]) => [name, await open(folder)] as const),
  );
  return Object.fromEntries(opened);
}

function roomOf(opened: Record<string, Kept>, name: string): Kept {
  const room = opened[name];
  if (room === undefined) throw new Error(`no room ${name}`);
  return room;
}

/** A document of the profile, with what was kept in it. */
interface Document {
  readonly name: string;
  readonly path: string;
  readonly previous: string;
  readonly shown: readonly string[];
  /** The bytes of the last generation, and of the newest. */
  readonly before: Buffer;
  readonly good: Buffer;
}

/** A profile in which every room kept `one` and then `two`, and was closed. */
async function profile(): Promise<{ folder: string; documents: readonly Document[] }> {
  const folder = await temporaryFolder();
  const opened = await openAll(folder);
  const documents = await Promise.all(
    Object.entries(opened).map(async ([name, room]): Promise<Document> => {
      const path = join(folder, `${name}.json`);
      const previous = join(folder, 'generations', basename(path));
      await room.keep('one');
      const before = await readFile(path);
      await room.keep('two');
      const shown = room.shown();
      await room.close();
      return { name, path, previous, shown, before, good: await readFile(path) };
    }),
  );
  return { folder, documents };
}

const notRead = (name: string) => ({
  problem: { code: 'storageNotRead', files: [`${name}.json`] },
});

/** Nothing is shown in place of what can't be read, and nothing new is taken in. */
async function expectRefusal(room: Kept, name: string): Promise<void> {
  expect(() => room.shown(), name).toThrow(expect.objectContaining(notRead(name)));
  await expect(room.keep('three'), name).rejects.toMatchObject(notRead(name));
}

/** What is kept now is added to what was there, and there after another start. */
async function expectKept(room: Kept, { name, shown }: Document, text: string): Promise<string[]> {
  await room.keep(text);
  const after = [...room.shown()];
  expect(after, name).toContain(text);
  // Lists grow; of a draft there is one.
  if (shown.length > 1) expect(after, name).toEqual(expect.arrayContaining([...shown]));
  await room.close();
  return after;
}

const tries = momentaryCodes.flatMap((code) => momentaryPlaces.map((place) => ({ code, place })));
const isDocument = (path: string) => names.includes(basename(path, '.json'));
const isGeneration = (path: string) => basename(dirname(path)) === 'generations';

describe('a read that fails for a moment', () => {
  it.each(tries)(
    '$code on $place of every document at the start: refused, not taken for empty, taken up without a restart',
    async ({ code, place }) => {
      const { folder, documents } = await profile();
      const disk = illDisk((path) => isDocument(path) && !isGeneration(path), code, place);
      const opened = await openAll(folder);
      for (const { name, path, previous, before, good } of documents) {
        await expectRefusal(roomOf(opened, name), name);
        expect(troubles).toContainEqual(expect.objectContaining({ kind: 'notRead', path }));
        expect((await readFile(path)).equals(good), name).toBe(true);
        expect((await readFile(previous)).equals(before), name).toBe(true);
      }
      disk.heal();
      const after: Record<string, string[]> = {};
      for (const document of documents) {
        const { name, path, previous, shown, good } = document;
        const room = roomOf(opened, name);
        await vi.waitFor(() => expect(room.shown()).toEqual(shown), { timeout: 10_000 });
        expect(troubles).toContainEqual({ kind: 'readAgain', path });
        after[name] = await expectKept(room, document, 'three');
        expect((await readFile(previous)).equals(good), name).toBe(true);
      }
      const again = await openAll(folder);
      for (const name of names) expect(again[name]?.shown(), name).toEqual(after[name]);
    },
  );

  it.each(tries)(
    '$code on $place of every document later: nothing is forgotten and nothing written over it',
    async ({ code, place }) => {
      const { folder, documents } = await profile();
      const opened = await openAll(folder);
      const disk = illDisk((path) => isDocument(path) && !isGeneration(path), code, place);
      for (const { name, path, good } of documents) {
        await expect(opened[name]?.keep('three'), name).rejects.toThrow();
        expect((await readFile(path)).equals(good), name).toBe(true);
      }
      expect(disk.failures()).toBeGreaterThanOrEqual(documents.length);
      disk.heal();
      const after: Record<string, string[]> = {};
      for (const document of documents) {
        const { name } = document;
        after[name] = await expectKept(roomOf(opened, name), document, 'four');
      }
      const again = await openAll(folder);
      for (const name of names) expect(again[name]?.shown(), name).toEqual(after[name]);
    },
  );

  it.each(
    momentaryCodes.flatMap((code, index) => [
      { code, place: momentaryPlaces[index] ?? 'read', damage: 'gone' },
      { code, place: momentaryPlaces[(index + 1) % 3] ?? 'read', damage: 'cut off' },
    ]),
  )(
    '$code on $place of the last generations, the documents $damage: none is begun anew over them',
    async ({ code, place, damage }) => {
      const { folder, documents } = await profile();
      for (const { path } of documents) {
        if (damage === 'gone') await rm(path);
        else await writeFile(path, '{"format": 1, "conn');
      }
      const disk = illDisk(isGeneration, code, place);
      const opened = await openAll(folder);
      for (const { name, previous, before } of documents) {
        await expectRefusal(roomOf(opened, name), name);
        expect((await readFile(previous)).equals(before), name).toBe(true);
      }
      disk.heal();
      for (const { name } of documents) {
        const room = roomOf(opened, name);
        await vi.waitFor(() => expect(room.shown()).toContain('one'), { timeout: 10_000 });
        await room.close();
      }
    },
  );

  it.each(tries)(
    '$code on $place of outbox.json at the start: what it holds is not written over',
    async ({ code, place }) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'outbox.json');
      const open = async () => {
        const outbox = createOutbox({
          profileFolder: folder,
          // Nothing waits, so that nothing else of the library is asked for.
          library: {
            assertSame: () => () => undefined,
            readKnown: () => Promise.resolve(),
          } as Partial<OutboxLibrary> as OutboxLibrary,
          connections: () => [],
          connectionById,
          wasRemoved: () => true,
          send: neverSend,
          learnIds: warn,
          log,
        });
        await outbox.start();
        return outbox;
      };
      const first = await open();
      await first.handlers.setPaused({ isPaused: true });
      await first.close(0);
      const kept = JSON.parse(await readFile(path, 'utf8')) as object;
      const good = JSON.stringify({ ...kept, refused: ['northwind'] });
      await writeFile(path, good);

      const disk = illDisk((read) => read === path, code, place);
      const second = await open();
      expect(disk.failures()).toBeGreaterThan(0);
      disk.heal();
      // It may refuse; what it must not do is to forget whose token was refused.
      await Promise.resolve(second.handlers.setPaused({ isPaused: true })).catch(() => undefined);
      await second.close(0);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
        isPaused: true,
        refused: ['northwind'],
      });
    },
  );
});

it('control: a document that is begun anew where it can’t be read is lost', async () => {
  const path = join(await temporaryFolder(), 'plain.json');
  const read = async (): Promise<string[]> => {
    try {
      const handle = await realDisk.openToRead(path);
      try {
        return JSON.parse((await handle.readFile()).toString()) as string[];
      } finally {
        await handle.close();
      }
    } catch {
      return [];
    }
  };
  const keep = async (text: string) => writeFile(path, JSON.stringify([...(await read()), text]));
  let lost = 0;
  for (const code of momentaryCodes) {
    await rm(path, { force: true });
    await keep('one');
    const disk = illDisk((each) => each === path, code, 'read');
    await keep('two');
    disk.heal();
    if (!(await read()).includes('one')) lost += 1;
  }
  expectControlToFail('a document that is begun anew where it can’t be read', lost);
});
