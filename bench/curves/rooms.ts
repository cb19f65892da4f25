/** What grows with what a person has, measured on the real rooms in plain Node; driven by `curves.mjs`. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createActivity } from '../../src-main/activity/activity';
import { createLibrary, largestThemeFile } from '../../src-main/library/library';
import { createOutbox } from '../../src-main/outbox/outbox';
import { createNodeTransport } from '../../src-main/service/node-transport';
import { createServiceClient } from '../../src-main/service/service';
import { contentHash, openDocumentFolder } from '../../src-main/storage/storage';
import { makeThemes } from '../library/themes';

/** What there is beside the themes. */
export interface Load {
  readonly themes: number;
  /** Of each theme. */
  readonly versions?: number;
  /** Themes that wait to be published. */
  readonly waiting?: number;
  /** Requests in the log. */
  readonly records?: number;
}

export interface Measured {
  /** Milliseconds until all rooms have read what there is. */
  readonly read: number;
  /** Megabytes of JavaScript's heap then. */
  readonly heap: number;
  /** Milliseconds of each. */
  readonly saves: number[];
  readonly publishes: number[];
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lays out a library and a profile. */
export function layOut(folder: string, load: Load): void {
  const [themes, profile] = [join(folder, 'themes'), join(folder, 'profile')];
  for (const each of [themes, profile]) mkdirSync(each, { recursive: true });
  const documents = makeThemes(load.themes);
  for (const document of documents) {
    writeFileSync(join(themes, `${document.id}.json`), `${JSON.stringify(document, null, 2)}\n`);
  }
  if (load.versions !== undefined) {
    for (const document of documents) layOutHistory(profile, document, load.versions);
  }
  if (load.records !== undefined) layOutActivity(join(profile, 'activity'), load.records);
}

/** The same version over and over: what is in them is read only when someone looks. */
function layOutHistory(
  profile: string,
  { id, name, tags, theme }: ReturnType<typeof makeThemes>[number],
  versions: number,
): void {
  const folder = join(profile, 'history', contentHash(id).slice(0, 32));
  mkdirSync(folder, { recursive: true });
  const content = JSON.stringify({ name, theme, tags });
  const head = {
    ...{ format: 1, at: '2026-01-02T03:04:05.000Z', reason: 'kept', name: 'Before' },
    ...{ same: contentHash(content), bytes: Buffer.byteLength(content) },
    hash: contentHash(content),
  };
  const file = (version: number) => join(folder, `${String(version).padStart(12, '0')}.jsonl`);
  writeFileSync(file(1), `${JSON.stringify(head)}\n${content}\n`);
  for (let version = 2; version <= versions; version += 1) linkSync(file(1), file(version));
}

/** As the log leaves it: files of about a megabyte, the last eight of them. */
function layOutActivity(folder: string, records: number): void {
  mkdirSync(folder, { recursive: true });
  const perFile = 1_100;
  const first = Math.max(0, records - 8 * perFile);
  for (let from = first; from < records; from += perFile) {
    const lines = Array.from({ length: Math.min(perFile, records - from) }, (_, at) => {
      const sequence = from + at + 1;
      const id = `0192f0c1-1111-7000-8000-${String(Math.ceil(sequence / 2)).padStart(12, '0')}`;
      const begun = {
        ...{ type: 'begun', id, kind: 'saveThemeTemplate', subject: 'Harbour' },
        ...{ connectionId: 'c1', connectionLabel: 'Northwind', at: '2026-01-02T03:04:05.000Z' },
        request: {
          ...{ method: 'PUT', url: 'http://127.0.0.1:9/api/v1/themeTemplates/x', headers: {} },
          body: JSON.stringify({ name: 'Harbour', filler: 'x'.repeat(600) }),
        },
      };
      const ended = {
        ...{ type: 'ended', id, outcome: { kind: 'accepted', status: 200 }, tookMs: 50 },
        answer: { status: 200, headers: {}, body: '{}' },
      };
      const record = sequence % 2 === 1 ? begun : ended;
      return JSON.stringify({ sequence, record });
    });
    const name = `activity-${String(from + 1).padStart(12, '0')}.jsonl`;
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
}

/**
 * Opens the rooms on it, saves and publishes some themes, and closes. `among`: how many of its themes take
 * turns; a theme's first save in a run costs more than its next.
 */
export async function measure(
  folder: string,
  baseAddress: string,
  { waiting = 0 }: Load,
  times: number,
  among = times + 2,
): Promise<Measured> {
  const profileFolder = join(folder, 'profile');
  const connection = {
    ...{ id: 'c1', label: 'Northwind', baseAddress, workspaceId: 'w1' },
    ...{ preset: 'documented' as const, presentation: { kind: 'bearer' as const } },
    keepsClientIds: 'yes' as const,
  };
  const library = createLibrary({
    folder: openDocumentFolder(join(folder, 'themes'), { maxBytes: largestThemeFile }),
    profileFolder,
    startersFolder: join(folder, 'starters'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => [connection],
    log,
  });
  const activity = createActivity({ folder: join(profileFolder, 'activity') });
  const client = createServiceClient({
    transport: createNodeTransport(),
    connectionById: () => connection,
    tokenFor: () => Promise.resolve('token'),
    activity,
  });
  const outbox = createOutbox<typeof connection>({
    ...{ library, profileFolder, log, send: client.send },
    connections: () => [connection],
    connectionById: () => connection,
    wasRemoved: () => false,
    learnIds: () => undefined,
  });
  const began = performance.now();
  await Promise.all([activity.ready(), outbox.start(), library.start()]);
  const { themes } = await library.handlers.list(undefined);
  const read = performance.now() - began;
  const heap = process.memoryUsage().heapUsed / 1024 / 1024;

  const ids = themes.map(({ id }) => id);
  const inTurns = Math.min(among, ids.length);
  if (waiting > 0) {
    // Paused, they stay where they are.
    await outbox.handlers.setPaused({ isPaused: true });
    await outbox.handlers.publish({ themeIds: ids.slice(0, waiting), connectionIds: ['c1'] });
  }
  const saves: number[] = [];
  const publishes: number[] = [];
  for (let run = -2; run < times; run += 1) {
    const id = ids[(run + 2) % inTurns] ?? '';
    let since = performance.now();
    await library.handlers.rename({ id, name: `Renamed ${String(run + 3)}` });
    if (run >= 0) saves.push(performance.now() - since);
    since = performance.now();
    await outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
    if (run >= 0) publishes.push(performance.now() - since);
    if (waiting === 0) await outbox.settled();
  }
  await outbox.close(0);
  await library.flush();
  library.close();
  return { read, heap, saves, publishes };
}

export { makeThemes };
