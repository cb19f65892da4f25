/** A disk in memory with the libraries of two computers, on which Foyer runs, and the program that keeps them the same. */
import { join } from 'node:path';
import type { ThemeDocument } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { memoryDisk as disk, type Entry } from '../../testing/memory-disk';
import { killed, MemoryWorld } from '../../testing/memory-world';
import { randomBelow } from '../../testing/seeded-random';
import type { VirtualTime } from '../../testing/virtual-time';
import { createLibrary, largestThemeFile, type Library } from '../library';
import { northwind } from './fixture-library';
import { testNames } from './fixture-names';
import { contentOf } from './keeping-world';

const root = '/world';
const folders = [join(root, 'one', 'themes'), join(root, 'two', 'themes')] as const;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Which of the two. */
export type Computer = 0 | 1;

/** What is brought over: all, one file, or only what changed on the one or on the other. */
export type SyncHow = 'all' | 'one' | 'there' | 'back';

/** Needs the calls of the disk in memory in place of the system's. */
export class SyncedComputers extends MemoryWorld {
  readonly libraries: Library[] = [];
  readonly wrong: string[] = [];
  /** What the program last made the same, by name. */
  readonly #same = new Map<string, string>();
  #marks = 0;
  isAnyRenamed = false;
  #isAnyCopied = false;

  constructor(time: VirtualTime, seed: number) {
    super(time, seed);
    for (const at of [0, 1] as const) {
      disk.makeFolder(folders[at], true);
      disk.makeFolder(this.#profile(at), true);
    }
  }

  #profile(at: Computer): string {
    return join(root, at === 0 ? 'one' : 'two', 'profile');
  }

  mark(): string {
    this.#marks += 1;
    return `m${String(this.#marks)}m`;
  }

  async start(at: Computer): Promise<void> {
    const library = createLibrary({
      folder: openDocumentFolder(folders[at], { maxBytes: largestThemeFile }),
      profileFolder: this.#profile(at),
      startersFolder: join(root, 'starters'),
      names: testNames,
      connections: () => [northwind],
      now: () => new Date(),
      log,
    });
    this.libraries[at] = library;
    await this.asked(library.start());
  }

  async restart(at: Computer): Promise<void> {
    const library = this.libraries[at];
    await this.done(library?.flush());
    library?.close();
    await this.settle();
    await this.start(at);
  }

  files(at: Computer): Map<string, Buffer> {
    const found = disk.folder(folders[at]).inside;
    return new Map(
      [...found].flatMap(([name, entry]) =>
        entry.kind === 'file' && name.endsWith('.json') && !name.startsWith('.')
          ? [[name, entry.bytes] as const]
          : [],
      ),
    );
  }

  #put(at: Computer, name: string, bytes: Buffer | undefined): void {
    const path = join(folders[at], name);
    if (!bytes) {
      if (disk.find(path)) disk.unlink(path);
      return;
    }
    const part = join(folders[at], `.sync-${name}.tmp`);
    const entry = disk.open(part, 'w');
    if (entry.kind === 'file') disk.write(part, entry, Buffer.from(bytes));
    disk.rename(part, path);
  }

  /** Whether anything was brought over. */
  sync(how: SyncHow): boolean {
    const [one, two] = [this.files(0), this.files(1)];
    let names = [...new Set([...one.keys(), ...two.keys(), ...this.#same.keys()])];
    if (how === 'one') names = names.splice(randomBelow(Math.max(1, names.length)), 1);
    let isAny = false;
    for (const name of names) {
      const [a, b, base] = [one.get(name), two.get(name), this.#same.get(name)];
      const [hereIs, thereIs] = [a?.toString(), b?.toString()];
      if (hereIs === thereIs) {
        this.#note(name, hereIs);
        continue;
      }
      const isHere = hereIs !== base;
      const isThere = thereIs !== base;
      if (how === 'there' && !isHere) continue;
      if (how === 'back' && !isThere) continue;
      isAny = true;
      if (isHere && isThere && a && b) {
        const wins = randomBelow(2) === 0 ? a : b;
        const beside = name.replace('.json', ` (conflicted copy ${this.mark()}).json`);
        const loses = wins === a ? b : a;
        this.note('conflict', { name, beside });
        // It is made where it lost, and sent like any other file later.
        const at = wins === a ? 1 : 0;
        if (randomBelow(2) === 0) disk.rename(join(folders[at], name), join(folders[at], beside));
        else this.#put(at, beside, loses);
        this.#put(at, name, wins);
        this.#note(name, wins.toString());
        continue;
      }
      // Of a change and a deletion, the change.
      const from = isHere && (a || !isThere) ? 0 : 1;
      const bytes = from === 0 ? a : b;
      this.note('brings', { name, from, isGone: !bytes });
      this.#put(from === 0 ? 1 : 0, name, bytes);
      this.#note(name, bytes?.toString());
    }
    return isAny;
  }

  renameFile(at: Computer, theme: number): void {
    const names = [...this.files(at).keys()];
    const name = names[theme % Math.max(1, names.length)];
    if (this.#isAnyCopied) return;
    this.isAnyRenamed = true;
    if (name) disk.rename(join(folders[at], name), join(folders[at], `${this.mark()}.json`));
  }

  copyFile(at: Computer, theme: number): void {
    // Equal files under three names, each renamed somewhere: which is the theme is another story.
    if (this.isAnyRenamed) return;
    this.#isAnyCopied = true;
    const files = [...this.files(at).values()];
    this.#put(at, `${this.mark()}.json`, files[theme % Math.max(1, files.length)]);
  }

  #note(name: string, text: string | undefined): void {
    if (text === undefined) this.#same.delete(name);
    else this.#same.set(name, text);
  }

  isSomewhere(): (mark: string) => boolean {
    const texts = [...this.#texts(disk.folder(root))];
    return (mark) => texts.some((text) => text.includes(`"${mark}`));
  }

  *#texts(folder: Entry & { kind: 'folder' }): Iterable<string> {
    for (const [name, entry] of folder.inside) {
      if (entry.kind === 'folder') yield* this.#texts(entry);
      else if (!name.includes('index')) yield entry.bytes.toString();
    }
  }

  async answer<T>(asked: T | Promise<T>): Promise<T | undefined> {
    const answer: { value?: T } = {};
    await this.asked(Promise.resolve(asked).then((value) => (answer.value = value as T)));
    return answer.value;
  }

  async listed(at: Computer) {
    const list = await this.done(this.libraries[at]?.handlers.list(undefined));
    return list === killed || !list ? [] : list.themes;
  }

  trace(): void {
    for (const at of [0, 1] as const) {
      const files = [...this.files(at)].map(([name, bytes]) => {
        const doc = JSON.parse(bytes.toString()) as ThemeDocument;
        return `${name.slice(-30)}=${doc.id.slice(-4)}:${Object.values(contentOf(doc)).join('|')}${JSON.stringify(Object.values(doc.publications).map((p) => `${p.templateId}@${p.at.slice(14)}`))}${doc.unlinked ? `un${JSON.stringify(Object.values(doc.unlinked))}` : ''}${doc.conflictOf ? ` of ${doc.conflictOf.id.slice(-4)}` : ''}`;
      });
      this.note(`disk ${String(at)}`, { files });
    }
  }

  async rest(): Promise<void> {
    await this.time.pass(3_000, () => this.settle());
    for (const library of this.libraries) await this.done(library.rescan());
    await this.time.pass(3_000, () => this.settle());
  }

  /** Both are there for each other until there is nothing to bring any more. */
  async comesToRest(): Promise<void> {
    let rounds = 0;
    await this.rest();
    this.trace();
    while (this.sync('all')) {
      await this.rest();
      this.trace();
      rounds += 1;
      if (rounds > 25) {
        this.wrong.push(`it never comes to rest: ${[...this.files(0).keys()].join(', ')}`);
        return;
      }
    }
  }

  async shown(): Promise<readonly string[]> {
    const shown: string[] = [];
    for (const at of [0, 1] as const) {
      const list = await this.listed(at);
      const texts = list.map(
        (each) => `${each.id.slice(-4)}|${Object.values(contentOf(each)).join('|')}`,
      );
      shown.push(texts.sort().join(' '));
    }
    return shown;
  }
}
