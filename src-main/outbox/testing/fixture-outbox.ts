/** What the outbox's tests share: the real rooms around it, on real files and a service on loopback. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import type { ThemePlace } from '@shared/library';
import type {
  OutboxItem,
  OutboxSnapshot,
  PublishAnswered,
  PublishTarget,
} from '@shared/publishing';
import type { PresetId } from '@shared/service/presets';
import type { Delivery } from '@shared/theme/status';
import { storedFormats } from '@shared/stored-formats';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { createActivity } from '../../activity/activity';
import { createLibrary, largestThemeFile, type Library } from '../../library/library';
import { createPracticeService, type PracticeService } from '../../practice/practice';
import { createNodeTransport } from '../../service/node-transport';
import { createServiceClient, type Transport } from '../../service/service';
import { newId, openDocumentFolder } from '../../storage/storage';
import { createOutbox, type Outbox } from '../outbox';
import { targetOf } from '../save-target';
import { FakeClock } from './fake-clock';

/** A connection that a test can change. */
export type FixtureConnection = Pick<
  Connection,
  | 'id'
  | 'label'
  | 'baseAddress'
  | 'workspaceId'
  | 'preset'
  | 'presentation'
  | 'keepsClientIds'
  | 'access'
>;

/** What differs from one theme, one connection and new folders. */
export interface FixtureOptions {
  readonly preset?: PresetId;
  /** How many themes there are; one by default. */
  readonly themes?: number;
  /** Milliseconds a request may take. */
  readonly timeLimitMs?: number;
  /** The folders of an earlier fixture: another run of the program, or another computer. */
  readonly root?: string;
  /** The folder of the profile in `root`; `profile` by default. */
  readonly profile?: string;
  /** The folder of the library in `root`; `themes` by default. */
  readonly library?: string;
  readonly connections?: readonly FixtureConnection[];
  /** Where the service listens; any free port by default. */
  readonly port?: number;
  /** What carries the requests; plain Node by default. */
  readonly transport?: Transport;
  /** Done before the outbox is opened. */
  readonly before?: (made: OutboxFixture) => void;
}

/** The rooms, and what a test does with them and looks at. */
export interface OutboxFixture {
  readonly root: string;
  readonly practice: PracticeService;
  readonly library: Library;
  readonly outbox: Outbox;
  readonly clock: FakeClock;
  readonly connection: FixtureConnection;
  readonly connections: FixtureConnection[];
  /** The ids of the themes. */
  readonly ids: readonly string[];
  readonly place: { themeId: string; connectionId: string };
  /** The token that is presented; the practice service's by default. */
  token: string | undefined;
  /** How the token of a connection is read; at once by default. */
  tokenFor: (connectionId: string) => Promise<string | undefined>;
  /** Thrown in place of sending. */
  refusal: Error | undefined;
  readonly onces: boolean[];
  /** Most requests that were under way together. */
  readonly most: { value: number };
  readonly answers: PublishAnswered[];
  /** What the window was notified of. */
  readonly snapshots: OutboxSnapshot[];
  /** Hears of each answer as the window does. */
  onAnswer(listener: (answered: PublishAnswered) => void): void;
  /** Hears of each snapshot as the window does. */
  onSnapshot(listener: (snapshot: OutboxSnapshot) => void): void;
  publish(...ids: string[]): Promise<void>;
  /** Everything that can be done without time passing has been done. */
  settled(): Promise<void>;
  /** Lets time pass until nothing goes by itself any more. */
  drained(): Promise<void>;
  items(): Promise<OutboxItem[]>;
  shown(id?: string): Promise<(ThemePlace & { delivery: Delivery }) | undefined>;
  document(id?: string): Promise<ThemeDocument>;
  /** A person unlinks it from the template that they see. */
  unlink(target?: PublishTarget): Promise<number | null>;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Builds the rooms, opens the outbox, and takes all down with the test. */
export async function outboxFixture(options: FixtureOptions = {}): Promise<OutboxFixture> {
  const root = options.root ?? (await mkdtemp(join(tmpdir(), 'foyer-outbox-')));
  const sends = new Set<Promise<unknown>>();
  if (options.root === undefined) {
    onTestFinished(async () => {
      // What ends late is written down, too.
      await Promise.allSettled(sends);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    });
  }
  const profileFolder = join(root, options.profile ?? 'profile');
  const themesFolder = join(root, options.library ?? 'themes');
  for (const folder of [themesFolder, profileFolder]) await mkdir(folder, { recursive: true });
  const practice = createPracticeService({
    token: 'practice-token-of-the-test',
    port: options.port,
  });
  const { baseAddress, token } = await practice.start();
  onTestFinished(() => practice.stop());
  const connections: FixtureConnection[] = [
    ...(options.connections ?? [
      {
        id: 'c1',
        label: 'Northwind',
        baseAddress,
        workspaceId: 'w1',
        preset: options.preset ?? 'documented',
        presentation: { kind: 'bearer' as const },
        keepsClientIds: 'unknown' as const,
      },
    ]),
  ];
  const [connection] = connections;
  if (!connection) throw new Error('a fixture needs a connection');
  if (options.root === undefined) {
    for (let index = 0; index < (options.themes ?? 1); index += 1) {
      const document: ThemeDocument = {
        format: storedFormats.theme,
        id: newId(),
        name: index === 0 ? 'Harbour' : `Harbour ${String(index + 1)}`,
        tags: ['private'],
        updatedAt: '2026-01-02T03:04:05.000Z',
        publications: {},
        theme: { ...newTheme(), customCss: '.a{}', extra: { mine: true } },
        author: 'me',
      };
      const file = `${String(index).padStart(4, '0')}.json`;
      await writeFile(join(themesFolder, file), JSON.stringify(document));
    }
  }
  const files = (await readdir(themesFolder)).filter((name) => name.endsWith('.json')).sort();
  const read = async (file: string) =>
    JSON.parse(await readFile(join(themesFolder, file), 'utf8')) as ThemeDocument;
  const ids: string[] = [];
  for (const file of files) ids.push((await read(file)).id);
  const library = createLibrary({
    folder: openDocumentFolder(themesFolder, { maxBytes: largestThemeFile }),
    profileFolder,
    startersFolder: join(root, 'starters'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => connections,
    mayUse: () => true,
    pace: { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 },
    log,
  });
  onTestFinished(async () => {
    await library.flush();
    library.close();
  });
  const transport = options.transport ?? createNodeTransport();
  onTestFinished(() => transport.close());
  const clock = new FakeClock();
  const client = createServiceClient({
    transport,
    connectionById: (id) => connections.find((each) => each.id === id),
    tokenFor: (id) => made.tokenFor(id),
    activity: createActivity({ folder: join(profileFolder, 'activity') }),
    timeLimitMs: options.timeLimitMs ?? 5_000,
  });
  const most = { value: 0 };
  let underWay = 0;
  const answers: PublishAnswered[] = [];
  const snapshots: OutboxSnapshot[] = [];
  const listeners: ((answered: PublishAnswered) => void)[] = [];
  const snapshotListeners: ((snapshot: OutboxSnapshot) => void)[] = [];
  const onces: boolean[] = [];
  const outbox = createOutbox({
    library,
    profileFolder,
    connections: () => connections,
    connectionById: (id) => connections.find((each) => each.id === id),
    wasRemoved: () => true,
    send: async (place, request, sendOptions) => {
      if (made.refusal) throw made.refusal;
      onces.push(sendOptions.once);
      underWay += 1;
      most.value = Math.max(most.value, underWay);
      const sending = client.send(place, request, sendOptions);
      sends.add(sending);
      try {
        return await sending;
      } finally {
        underWay -= 1;
      }
    },
    learnIds: (address, keeps) => {
      for (const one of connections) if (one.baseAddress === address) one.keepsClientIds = keeps;
    },
    onAnswer: (answered) => {
      answers.push(answered);
      for (const listener of listeners) listener(answered);
    },
    onChange: (snapshot) => {
      snapshots.push(snapshot);
      for (const listener of snapshotListeners) listener(snapshot);
    },
    clock,
    random: () => 0.5,
    log,
  });
  const room = outbox;
  onTestFinished(() => room.close(0));
  library.onChange(({ upserted }) => {
    room.themesChanged(upserted.map(({ id }) => id));
  });
  const made: OutboxFixture = {
    root,
    practice,
    library,
    outbox,
    clock,
    connection,
    connections,
    ids,
    place: { themeId: ids[0] ?? '', connectionId: connection.id },
    token,
    tokenFor: () => Promise.resolve(made.token),
    refusal: undefined,
    onces,
    most,
    answers,
    snapshots,
    onAnswer: (listener) => {
      listeners.push(listener);
    },
    onSnapshot: (listener) => {
      snapshotListeners.push(listener);
    },
    publish: async (...themeIds) => {
      const { problems } = await room.handlers.publish({
        themeIds: themeIds.length > 0 ? themeIds : [ids[0] ?? ''],
        connectionIds: [connection.id],
      });
      if (problems.length > 0) throw new Error(JSON.stringify(problems));
    },
    settled: () => room.settled(),
    drained: async () => {
      for (let step = 0; step < 10_000; step += 1) {
        await room.settled();
        const { items } = await room.handlers.list(undefined);
        const times = items.flatMap(({ nextTryAt }) => (nextTryAt ? [Date.parse(nextTryAt)] : []));
        if (times.length === 0 && !items.some(({ why }) => why === 'turn' || why === 'sending')) {
          return;
        }
        clock.pass(Math.max(1, Math.min(...times) - clock.date().getTime() + 1));
      }
      throw new Error('the outbox never drains');
    },
    items: async () => (await room.handlers.list(undefined)).items,
    unlink: async (target = { themeId: ids[0] ?? '', connectionId: connection.id }) => {
      const { themes } = await library.handlers.list(undefined);
      const { places } = themes.find(({ id }) => id === target.themeId) ?? { places: [] };
      const seen = places.find(({ connectionId }) => connectionId === target.connectionId);
      return room.handlers.unlink({ ...target, templateId: seen?.templateId ?? '' });
    },
    shown: async (id = ids[0]) => {
      const { themes } = await library.handlers.list(undefined);
      const [place] = themes.find((theme) => theme.id === id)?.places ?? [];
      if (id === undefined || place === undefined) return undefined;
      const { deliveries } = await room.handlers.list(undefined);
      const { delivery = 'idle' } =
        deliveries.find(
          (each) => each.themeId === id && each.connectionId === place.connectionId,
        ) ?? {};
      return { ...place, delivery };
    },
    document: async (id = ids[0]) => {
      for (const file of files) {
        const found = await read(file);
        if (found.id === id) return found;
      }
      throw new Error('no such theme');
    },
  };
  options.before?.(made);
  room.open();
  return made;
}

/** The id under which a theme is saved for the first time where a connection leads. */
export function firstIdAt(themeId: string, connection: FixtureConnection): string {
  const theme = { id: themeId, publications: {} };
  return targetOf(theme, publicationKey(connection), undefined).templateId;
}

/** Waits until a request has arrived. */
export async function arrived(practice: PracticeService, count = 1): Promise<void> {
  while (practice.received().length < count) await new Promise((resolve) => setImmediate(resolve));
}
