/**
 * The rooms on a disk in memory, with services that are played and time that is moved: all that happens is
 * the same each time for the same seed. The test that uses it puts `memory-disk-calls` in place of the disk.
 */
import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { createActivity } from '../../activity/activity';
import { createLibrary, largestThemeFile, type Library } from '../../library/library';
import { createServiceClient } from '../../service/service';
import { playedTransport } from '../../service/testing/played-transport';
import { openDocumentFolder } from '../../storage/storage';
import { memoryDisk as disk } from '../../testing/memory-disk';
import { killed, MemoryWorld } from '../../testing/memory-world';
import type { VirtualTime } from '../../testing/virtual-time';
import { createOutbox, type Outbox } from '../outbox';
import {
  contentMark,
  markIn,
  modelServices,
  type Arrival,
  type ModelServices,
} from './model-service';
import { PublishModel } from './publish-model';

/** A connection as a person has it now. */
export interface WorldConnection {
  readonly id: string;
  readonly label: string;
  readonly baseAddress: string;
  readonly workspaceId: string;
  readonly preset: 'documented';
  readonly presentation: { readonly kind: 'bearer' };
  readonly access: number;
  readonly keepsClientIds: 'unknown' | 'yes' | 'no';
}

const root = '/world';
export const themesFolder = join(root, 'themes');

/** A person's library, a copy of it that they made, and one that has nothing to do with it. */
export const libraryNames = ['themes', 'copied', 'other'] as const;
export type LibraryName = (typeof libraryNames)[number];
export const profileFolder = join(root, 'profile');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What is just leaving as another library is chosen has left by then. */
const leavingMs = 10;

/** Where connections can lead: two services, and two workspaces at the second. */
export const placesThere = [
  { baseAddress: 'https://a.example/api/v1', workspaceId: 'w1' },
  { baseAddress: 'https://b.example/api/v1', workspaceId: 'w1' },
  { baseAddress: 'https://b.example/api/v1', workspaceId: 'w2' },
] as const;

/** Its id. */
function writeTheme(folder: string, theme: string): string {
  const id = `0197-${theme}`;
  const document: ThemeDocument = {
    format: storedFormats.theme,
    ...{ id, name: theme, tags: [], updatedAt: '2026-01-02T03:04:05.000Z', publications: {} },
    theme: { ...newTheme(), customCss: contentMark(theme, 0) },
  };
  const path = join(folder, `${theme}.json`);
  const file = disk.open(path, 'w');
  if (file.kind === 'file') disk.write(path, file, Buffer.from(JSON.stringify(document)));
  return id;
}

export class PublishWorld extends MemoryWorld {
  readonly model = new PublishModel();
  readonly services: ModelServices;
  readonly themes: readonly string[];
  connections: WorldConnection[] = [];
  library!: Library;
  outbox!: Outbox;
  /** Themes by their mark: `t0` and the id of its file. In the copied library `t0` is `t0c`. */
  readonly ids = new Map<string, string>();
  /** Which library the next start opens. */
  chosen: LibraryName = 'themes';
  #versions = 0;
  #connectionsMade = 0;

  constructor(time: VirtualTime, seed: number, themes: number, places: readonly number[]) {
    super(time, seed);
    this.services = modelServices({
      arrives: (arrival) => {
        arrival.theme = this.#asker(arrival);
        this.note('arrives', { ...arrival, isStopped: undefined });
        this.model.arrives(arrival);
      },
      told: (arrival) => {
        this.note('told', { number: arrival.number, told: arrival.told });
        this.model.told(arrival);
      },
    });
    this.model.keepsIds = (place) =>
      this.connections.some(
        (each) => place.startsWith(`${each.baseAddress} `) && each.keepsClientIds === 'yes',
      );
    for (const folder of [themesFolder, profileFolder]) disk.makeFolder(folder, true);
    this.themes = Array.from({ length: themes }, (_none, index) => `t${String(index)}`);
    for (const theme of this.themes) {
      const id = writeTheme(themesFolder, theme);
      this.ids.set(theme, id).set(`${theme}c`, id);
    }
    for (const place of places) this.addConnection(place);
  }

  // The program.

  async start(): Promise<void> {
    const connections = (): readonly WorldConnection[] => this.connections;
    const connectionById = (id: string): WorldConnection | undefined =>
      this.connections.find((each) => each.id === id);
    const library = createLibrary({
      folder: openDocumentFolder(join(root, this.chosen), { maxBytes: largestThemeFile }),
      mayUse: () => true,
      movedTo: (folder) => {
        this.chosen = libraryNames.find((name) => join(root, name) === folder) ?? this.chosen;
      },
      profileFolder,
      startersFolder: join(root, 'starters'),
      names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
      connections,
      isKnownElsewhere: (id) => outbox.isUnsettled(id),
      log,
    });
    const client = createServiceClient({
      transport: playedTransport((request) => this.services.play(request)),
      connectionById,
      tokenFor: (id) => Promise.resolve(this.model.connections.get(id)?.token),
      activity: createActivity({ folder: join(profileFolder, 'activity') }),
    });
    const outbox = createOutbox<WorldConnection>({
      library,
      profileFolder,
      connections,
      connectionById,
      wasRemoved: () => true,
      send: client.send,
      learnIds: (address, keeps) => {
        // What was in doubt before may go at once.
        this.model.acts += 1;
        this.connections = this.connections.map((one) =>
          one.baseAddress === address ? { ...one, keepsClientIds: keeps } : one,
        );
      },
      random: () => 0.5,
      log,
    });
    library.onChange(({ upserted }) => {
      outbox.themesChanged(upserted.map(({ id }) => id));
    });
    this.library = library;
    this.outbox = outbox;
    await this.done(Promise.all([outbox.start(), library.start()]));
    outbox.open();
  }

  /** As the app quits: everything is written that can be. */
  async quit(): Promise<void> {
    const closing = this.outbox.close(0);
    await this.settle();
    await this.time.pass(1, () => this.settle());
    await this.done(closing);
    await this.done(this.library.flush());
    if (!disk.isKilled) this.library.close();
    await this.settle();
    this.end(disk.isKilled || disk.isIll);
  }

  /** Nothing of the program goes on; another may be started. */
  end(isKilled: boolean): void {
    this.note('ended', { isKilled });
    disk.kill();
    this.services.cutOff();
    this.time.forgetTimers();
    this.model.ended(isKilled);
  }

  async startAgain(): Promise<void> {
    await this.bury();
    await this.start();
  }

  protected override isBusy(): boolean {
    return this.services.isBusy;
  }

  // What is there.

  id(theme: string): string {
    return this.ids.get(theme) ?? '';
  }

  /** Its mark in the library that is open. */
  themeOf(id: string): string {
    const theme = this.themes.find((each) => this.id(each) === id);
    return theme === undefined ? '' : this.mark(theme);
  }

  /** A theme of the library that is open; there is none in the other one. */
  mark(theme: string): string {
    return this.chosen === 'copied' ? `${theme}c` : theme;
  }

  /** Which library's theme waits, or may have arrived, at a place. */
  themeShown(id: string, place: string, isOfOtherLibrary: boolean): string {
    const here = this.themeOf(id);
    if (!isOfOtherLibrary) return here;
    const own = here.replace(/c$/u, '');
    const others = [own, `${own}c`].filter((each) => this.chosen === 'other' || each !== here);
    return others.find((each) => this.model.isUnsettled(each, place)) ?? others[0] ?? here;
  }

  /** Whose it is that arrives: the content of a copied theme is the same until it is edited. */
  #asker({ theme, version, place }: Arrival): string {
    const own = theme.replace(/c$/u, '');
    const both = this.chosen === 'copied' ? [`${own}c`, own] : [own, `${own}c`];
    return both.find((each) => this.model.isAsked(each, place, version)) ?? this.mark(own);
  }

  /** The library as it is on the disk at this moment is copied, once. */
  copyLibrary(): void {
    const copy = join(root, 'copied');
    if (disk.find(copy)) return;
    disk.makeFolder(copy, true);
    for (const [name, entry] of disk.folder(themesFolder).inside) {
      if (entry.kind !== 'file' || !name.endsWith('.json') || name.startsWith('.')) continue;
      const path = join(copy, name);
      const file = disk.open(path, 'w');
      if (file.kind === 'file') disk.write(path, file, Buffer.from(entry.bytes));
    }
    for (const theme of this.themes) this.model.copied(theme, `${theme}c`);
  }

  /** A person chooses another library; `copied` only once it is there. */
  async choose(library: LibraryName): Promise<void> {
    const folder = join(root, library);
    if (library === 'other' && !disk.find(folder)) {
      disk.makeFolder(folder, true);
      writeTheme(folder, 'another');
    }
    if (!disk.find(folder) || library === this.chosen) return;
    this.model.acts += 1;
    const before = this.chosen;
    // While it is being taken, either may be the one that is open; and what is just leaving leaves.
    this.model.opens(library, Infinity);
    const done = await this.asked(this.library.handlers.useFolder({ folder, move: false }));
    this.model.opens(this.chosen, 0);
    if (before !== this.chosen) this.model.opens(before, leavingMs);
    this.note('chosen', { library, done, chosen: this.chosen });
  }

  async version(theme: string): Promise<number> {
    const current = await this.library.current(this.id(theme));
    return markIn(current.theme.customCss).version;
  }

  nextVersion(): number {
    this.#versions += 1;
    return this.#versions;
  }

  addConnection(place: number): void {
    this.#connectionsMade += 1;
    const id = `c${String(this.#connectionsMade)}`;
    const connection: WorldConnection = {
      ...{ id, label: id, ...(placesThere[place] ?? placesThere[0]), preset: 'documented' },
      ...{ presentation: { kind: 'bearer' }, keepsClientIds: 'unknown', access: 0 },
    };
    this.connections = [...this.connections, connection];
    this.know(connection, `token-${id}`);
  }

  hasOtherToken(id: string): void {
    this.connections = this.connections.map((each) =>
      each.id === id ? { ...each, access: each.access + 1 } : each,
    );
  }

  /** The model knows where it leads. */
  know(connection: WorldConnection, token: string): void {
    this.model.acts += 1;
    this.model.connects(connection.id, publicationKey(connection), token);
  }

  /** Holds what is shown against what the services have. */
  async look(): Promise<void> {
    const listed = await this.done(this.library.handlers.list(undefined));
    const snapshot = await this.done(this.outbox.handlers.list(undefined));
    if (listed === killed || snapshot === killed) return;
    this.note('shown', { items: snapshot.items, deliveries: snapshot.deliveries });
    for (const { id, theme: content, places } of listed.themes) {
      const { version } = markIn(content.customCss);
      const theme = this.themeOf(id);
      if (theme === '') continue;
      for (const { connectionId, relation, templateId } of places) {
        const delivery = this.outbox.deliveryOf(id, connectionId);
        const connection = this.connections.find((each) => each.id === connectionId);
        if (!connection) continue;
        const place = publicationKey(connection);
        this.model.shows(
          { theme, connection: connectionId, place, delivery, relation, templateId, version },
          this.services.templates(place),
        );
        const isOver = delivery === 'idle' && !disk.isIll;
        if (isOver) this.model.settled(theme, place);
      }
    }
    this.#lookAtItems(snapshot);
    this.model.isQuiet();
  }

  #lookAtItems(snapshot: Awaited<ReturnType<Outbox['handlers']['list']>> & object): void {
    const { wrong, isPaused } = this.model;
    const { items, progress } = snapshot;
    if (snapshot.isPaused !== isPaused) wrong.push(`shown as paused: ${String(snapshot.isPaused)}`);
    if (progress.done > progress.all) wrong.push(`shown: ${JSON.stringify(progress)}`);
    for (const item of items) {
      const { nextTryAt, name, why, themeId, goesTo, connectionId, isOfOtherLibrary } = item;
      const { token, place = '' } = this.model.connections.get(connectionId) ?? {};
      const theme = this.themeShown(themeId, goesTo ?? place, isOfOtherLibrary === true);
      const { notAllowed } = this.model.of(theme, goesTo ?? place);
      const isOfToken = item.outcome?.kind === 'rejected' && item.outcome.status === 403;
      if (why === 'refused' && isOfToken && token !== undefined && !notAllowed.has(token)) {
        wrong.push(`${name} stays refused, and ${token} was never asked`);
      }
      if (nextTryAt !== undefined && Date.parse(nextTryAt) < Date.now()) {
        wrong.push(`${name} is shown as ${why}, to be tried before now`);
      }
    }
  }
}
