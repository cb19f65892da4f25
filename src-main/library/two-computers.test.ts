/**
 * Random sequences of what two people do on two computers whose libraries a sync program keeps the same: whatever comes
 * first, nothing that one of them made and nobody has replaced is nowhere, both come to show the same, and it comes to rest.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { openDocumentFolder } from '../storage/storage';
import { modelRun, modelRuns } from '../testing/model-runs';
import { memoryDisk as disk, type Entry } from '../testing/memory-disk';
import { killed, MemoryWorld, oneTurn } from '../testing/memory-world';
import { randomBelow } from '../testing/seeded-random';
import { VirtualTime } from '../testing/virtual-time';
import { createLibrary, largestThemeFile, type Library } from './library';
import { contentOf } from './testing/keeping-world';
import { publicationKey } from '@shared/theme/theme';
import { northwind } from './testing/fixture-library';
import { testNames } from './testing/fixture-names';

vi.mock('node:fs/promises', async () => (await import('../testing/memory-disk-calls')).diskCalls);
vi.mock('node:fs', async (real) => {
  const { diskCallsAtOnce } = await import('../testing/memory-disk-calls');
  return diskCallsAtOnce(await real());
});
vi.mock('node:crypto', async (real) => {
  const { seededBytes } = await import('../testing/seeded-random');
  return { ...(await real<object>()), randomBytes: seededBytes };
});

const time = new VirtualTime();
beforeAll(() => void time.put());
afterAll(() => time.end());

type Event =
  | {
      readonly do: 'edit' | 'rename' | 'tag' | 'delete' | 'undo' | 'restore';
      readonly who: 0 | 1;
      readonly theme: number;
    }
  | {
      readonly do: 'decide';
      readonly who: 0 | 1;
      readonly theme: number;
      readonly keep: 'this' | 'other' | 'both';
    }
  | { readonly do: 'create'; readonly who: 0 | 1 }
  | { readonly do: 'renameFile' | 'copyFile'; readonly who: 0 | 1; readonly theme: number }
  | { readonly do: 'restart'; readonly who: 0 | 1 }
  | { readonly do: 'focus'; readonly who: 0 | 1 }
  | { readonly do: 'sync'; readonly how: 'all' | 'one' | 'there' | 'back' }
  | { readonly do: 'pass'; readonly ms: number };

interface Run {
  readonly seed: number;
  readonly events: readonly Event[];
}

const who = fc.constantFrom(0 as const, 1 as const);
const theme = fc.nat({ max: 3 });
const only = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  weighted(10, fc.record({ do: only('edit', 'rename', 'tag'), who, theme })),
  weighted(5, fc.record({ do: only('delete', 'undo', 'restore'), who, theme })),
  weighted(3, fc.record({ do: only('decide'), who, theme, keep: only('this', 'other', 'both') })),
  weighted(1, fc.record({ do: only('create'), who })),
  weighted(2, fc.record({ do: only('renameFile', 'copyFile'), who, theme })),
  weighted(1, fc.record({ do: only('restart'), who })),
  weighted(1, fc.record({ do: only('focus'), who })),
  weighted(8, fc.record({ do: only('sync'), how: only('all', 'one', 'there', 'back') })),
  weighted(4, fc.record({ do: only('pass'), ms: fc.constantFrom(100, 400, 1_500, 700_000) })),
);
const aRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  events: fc.array(anEvent, { minLength: 3, maxLength: 25 }),
});

const root = '/world';
const folders = [join(root, 'one', 'themes'), join(root, 'two', 'themes')] as const;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

class TwoComputers extends MemoryWorld {
  readonly libraries: Library[] = [];
  readonly wrong: string[] = [];
  /** What must be somewhere. */
  readonly precious = new Set<string>();
  /** What the program last made the same, by name. */
  readonly #same = new Map<string, string>();
  #marks = 0;
  isAnyDeleted = false;
  #isAnyRenamed = false;
  #isAnyCopied = false;

  constructor(seed: number) {
    super(time, seed);
    for (const at of [0, 1] as const) {
      disk.makeFolder(folders[at], true);
      disk.makeFolder(this.#profile(at), true);
    }
  }

  #profile(at: 0 | 1): string {
    return join(root, at === 0 ? 'one' : 'two', 'profile');
  }

  mark(): string {
    this.#marks += 1;
    return `m${String(this.#marks)}m`;
  }

  async start(at: 0 | 1): Promise<void> {
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

  async restart(at: 0 | 1): Promise<void> {
    const library = this.libraries[at];
    await this.done(library?.flush());
    library?.close();
    await this.settle();
    await this.start(at);
  }

  files(at: 0 | 1): Map<string, Buffer> {
    const found = disk.folder(folders[at]).inside;
    return new Map(
      [...found].flatMap(([name, entry]) =>
        entry.kind === 'file' && name.endsWith('.json') && !name.startsWith('.')
          ? [[name, entry.bytes] as const]
          : [],
      ),
    );
  }

  #put(at: 0 | 1, name: string, bytes: Buffer | undefined): void {
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
  sync(how: (Event & { do: 'sync' })['how']): boolean {
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

  renameFile(at: 0 | 1, theme: number): void {
    const names = [...this.files(at).keys()];
    const name = names[theme % Math.max(1, names.length)];
    if (this.#isAnyCopied) return;
    this.#isAnyRenamed = true;
    if (name) disk.rename(join(folders[at], name), join(folders[at], `${this.mark()}.json`));
  }

  copyFile(at: 0 | 1, theme: number): void {
    // Equal files under three names, each renamed somewhere: which is the theme is another story.
    if (this.#isAnyRenamed) return;
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

  async listed(at: 0 | 1) {
    const list = await this.done(this.libraries[at]?.handlers.list(undefined));
    return list === killed || !list ? [] : list.themes;
  }

  async happens(event: Event): Promise<void> {
    // Who works with a file before what both made of its name is the same has a theme of its own, as `CopiedFiles` says.
    if (event.do === 'sync' && this.#isAnyRenamed) return this.comesToRest();
    if (event.do === 'sync') return void this.sync(event.how);
    if (event.do === 'pass') return time.pass(event.ms, () => this.settle());
    if (event.do === 'renameFile') return this.renameFile(event.who, event.theme);
    if (event.do === 'copyFile') return this.copyFile(event.who, event.theme);
    const at = event.who;
    const library = this.libraries[at];
    if (!library) return;
    const { handlers } = library;
    if (event.do === 'restart') return this.restart(at);
    if (event.do === 'focus') return void (await this.asked(library.rescan()));
    if (event.do === 'create') {
      const name = this.mark();
      const made = await this.answer(handlers.create({ name }));
      if (made) this.precious.add(name);
      return;
    }
    if (event.do === 'restore') {
      const bin = await this.answer(handlers.bin(undefined));
      const entry = bin?.themes[event.theme % Math.max(1, bin.themes.length)];
      if (entry) await this.answer(handlers.restore({ entries: [entry.entry] }));
      return;
    }
    const list = await this.listed(at);
    if (event.do === 'decide') {
      const copies = list.filter(({ conflictOf }) => conflictOf !== undefined);
      const copy = copies[event.theme % Math.max(1, copies.length)];
      if (copy) await this.answer(handlers.resolveConflict({ id: copy.id, keep: event.keep }));
      return;
    }
    const chosen = list[event.theme % Math.max(1, list.length)];
    if (!chosen) return;
    const { id } = chosen;
    if (event.do === 'delete') this.isAnyDeleted = true;
    if (event.do === 'delete') return void (await this.answer(handlers.remove({ ids: [id] })));
    const before = await this.answer(handlers.open({ id }));
    if (!before) return;
    const was = contentOf(before);
    const replaces = (gone: string, made: string | undefined): void => {
      this.precious.delete(gone);
      if (made) this.precious.add(made);
    };
    const mark = this.mark();
    if (event.do === 'undo') {
      const after = await this.answer(handlers.undo({ id }));
      if (!after) return;
      const is = contentOf(after);
      for (const each of ['mark', 'name', 'tags'] as const) {
        if (was[each] !== is[each]) replaces(was[each], undefined);
      }
    } else if (event.do === 'edit') {
      const edits = [{ field: 'general.font' as const, value: mark }];
      if (await this.answer(handlers.edit({ id, edits }))) replaces(was.mark, mark);
    } else if (event.do === 'rename') {
      if (await this.answer(handlers.rename({ id, name: mark }))) replaces(was.name, mark);
    } else if ((await this.asked(handlers.setTags({ id, tags: [mark] }))) === 'done') {
      replaces(was.tags, mark);
    }
  }

  trace(): void {
    for (const at of [0, 1] as const) {
      const files = [...this.files(at)].map(([name, bytes]) => {
        const doc = JSON.parse(bytes.toString()) as ThemeDocument;
        return `${name.slice(-30)}=${doc.id.slice(-4)}:${Object.values(contentOf(doc)).join('|')}${doc.conflictOf ? ` of ${doc.conflictOf.id.slice(-4)}` : ''}`;
      });
      this.note(`disk ${String(at)}`, { files });
    }
  }

  async rest(): Promise<void> {
    await time.pass(3_000, () => this.settle());
    for (const library of this.libraries) await this.done(library.rescan());
    await time.pass(3_000, () => this.settle());
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

  async endsWell(): Promise<void> {
    await this.comesToRest();
    const shown = await this.shown();
    if (shown[0] !== shown[1]) this.wrong.push(`they show ${shown.join(' and ')}`);
    for (const at of [0, 1] as const) await this.restart(at);
    await this.rest();
    if (this.sync('all')) this.wrong.push('a restart changes files');
    const after = await this.shown();
    if (after.join() !== shown.join())
      this.wrong.push(`after a restart ${after.join(' and ')} not ${shown.join(' and ')}`);
    if (!this.isAnyDeleted)
      for (const at of [0, 1] as const) {
        const linked = (await this.listed(at))
          .flatMap(({ places }) => places)
          .filter(({ templateId }) => templateId === 't');
        if (linked.length !== 1)
          this.wrong.push(`at ${String(at)} the template has ${String(linked.length)} themes`);
      }
    const isSomewhere = this.isSomewhere();
    for (const mark of this.precious) if (!isSomewhere(mark)) this.wrong.push(`${mark} is nowhere`);
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

async function goThrough(run: Run): Promise<readonly string[]> {
  const world = new TwoComputers(run.seed);
  await world.start(0);
  await world.start(1);
  await world.happens({ do: 'create', who: 0 });
  await world.rest();
  for (const { id } of await world.listed(0)) {
    const at = new Date().toISOString();
    await world.libraries[0]?.setPublication(id, publicationKey(northwind), {
      templateId: 't',
      at,
    });
  }
  world.sync('all');
  await world.rest();
  for (const event of run.events) {
    world.note('happens', event);
    await world.happens(event);
    world.trace();
    for (let turns = randomBelow(6); turns > 0; turns -= 1) await oneTurn();
    await time.pass(1 + randomBelow(3), oneTurn);
  }
  await world.endsWell();
  for (const library of world.libraries) {
    await world.done(library.flush());
    library.close();
  }
  await world.settle();
  disk.kill();
  time.forgetTimers();
  for (let turns = 0; turns < 8; turns += 1) await oneTurn();
  disk.begin();
  return world.wrong;
}

const runs = modelRuns(60);
it(`nothing is lost between two computers (${String(runs.numRuns)} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(aRun, async (run) => {
      expect(await goThrough(run)).toEqual([]);
    }),
    runs,
  );
}, 3_600_000);

const asked = modelRun;
if (asked !== undefined) {
  it('this run', async () => {
    expect(await goThrough(JSON.parse(asked) as Run)).toEqual([]);
  });
}
