/** All that can happen to a library, and how it is done in a world of its own. */
import fc from 'fast-check';
import type { ThemeDocument } from '@shared/theme/theme';
import { randomBelow } from '../../testing/seeded-random';
import { memoryDisk as disk } from '../../testing/memory-disk';
import { oneTurn } from '../../testing/memory-world';
import type { VirtualTime } from '../../testing/virtual-time';
import { contentOf, KeepingWorld, places } from './keeping-world';

/** One thing that happens; `theme` and `entry` are numbers of what there is. */
export type Event =
  | {
      readonly do: 'edit' | 'rename' | 'tag' | 'duplicate' | 'delete' | 'undo' | 'redo' | 'keep';
      readonly theme: number;
    }
  | { readonly do: 'restore' | 'discard'; readonly entry: number }
  | { readonly do: 'decide'; readonly theme: number; readonly keep: 'this' | 'other' | 'both' }
  | { readonly do: 'version'; readonly theme: number; readonly version: number }
  | { readonly do: 'move'; readonly place: number }
  | {
      readonly do: 'leave';
      readonly place: number;
      readonly how: 'edit' | 'delete' | 'rename' | 'copy' | 'older' | 'putBack';
    }
  | {
      readonly do: 'others';
      readonly how: 'edit' | 'rename' | 'delete' | 'copy' | 'conflict' | 'putBack' | 'older';
      readonly theme: number;
    }
  | { readonly do: 'backup'; readonly theme: number; readonly how: 'keepBoth' | 'replace' }
  | { readonly do: 'pass' | 'jump'; readonly ms: number }
  | { readonly do: 'kill'; readonly after: number }
  | { readonly do: 'ill'; readonly code: string; readonly where: 'profile' | 'themes' | 'world' }
  | {
      readonly do:
        | ('create' | 'import' | 'unplug' | 'plug' | 'heal' | 'quit' | 'settle')
        | ('saveEdits' | 'focus');
    };

const theme = fc.nat({ max: 3 });
const entry = fc.nat({ max: 2 });
const only = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const anEvent: fc.Arbitrary<Event> = fc.oneof(
  weighted(3, fc.record({ do: only('create', 'import') })),
  weighted(10, fc.record({ do: only('edit', 'rename', 'tag'), theme })),
  weighted(5, fc.record({ do: only('duplicate', 'delete', 'undo', 'redo', 'keep'), theme })),
  weighted(3, fc.record({ do: only('restore'), entry })),
  weighted(1, fc.record({ do: only('backup'), theme, how: only('keepBoth', 'replace') })),
  weighted(
    4,
    fc.record({
      do: only('others'),
      how: only('edit', 'rename', 'delete', 'copy', 'conflict', 'putBack'),
      theme,
    }),
  ),
  weighted(1, fc.record({ do: only('unplug', 'plug') })),
  weighted(3, fc.record({ do: only('pass'), ms: fc.constantFrom(100, 400, 1_500, 700_000) })),
  weighted(1, fc.record({ do: only('jump'), ms: fc.constantFrom(-86_400_000, 3_600_000) })),
  weighted(3, fc.record({ do: only('kill'), after: fc.nat({ max: 30 }) })),
  weighted(
    1,
    fc.record({
      do: only('ill'),
      code: only('ENOSPC', 'EIO'),
      where: only('profile', 'themes', 'world'),
    }),
  ),
  weighted(4, fc.record({ do: only('settle', 'heal', 'saveEdits', 'focus', 'quit') })),
);

/** The same, and what is rarer. */
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  weighted(30, anEvent),
  weighted(4, fc.record({ do: only('decide'), theme, keep: only('this', 'other', 'both') })),
  weighted(4, fc.record({ do: only('version'), theme, version: fc.nat({ max: 5 }) })),
  weighted(2, fc.record({ do: only('discard'), entry })),
  weighted(3, fc.record({ do: only('move'), place: fc.nat({ max: 2 }) })),
  weighted(
    2,
    fc.record({
      do: only('leave'),
      place: fc.nat({ max: 2 }),
      how: only('edit', 'delete', 'rename', 'copy', 'older', 'putBack'),
    }),
  ),
  weighted(3, fc.record({ do: only('others'), how: only('older', 'conflict'), theme })),
);

export interface Run {
  readonly seed: number;
  readonly events: readonly Event[];
}

export const aRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  events: fc.array(anEvent, { minLength: 3, maxLength: 25 }),
});

export const aWiderRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  events: fc.array(anyEvent, { minLength: 3, maxLength: 30 }),
});

/** Goes through it, and then all is well again; what was not as it must be. */
export async function goThrough(time: VirtualTime, run: Run): Promise<readonly string[]> {
  const world = new KeepingWorld(time, run.seed);
  const doing = new Doing(world);
  await world.start();
  await doing.happens({ do: 'create' });
  for (const event of run.events) {
    world.note('happens', event);
    await doing.happens(event);
    for (let turns = randomBelow(6); turns > 0; turns -= 1) await oneTurn();
    await time.pass(1 + randomBelow(3), oneTurn);
    await doing.afterAKill();
    if (world.model.wrong.length > 0) break;
  }
  const { wrong } = world.model;
  if (wrong.length === 0) await doing.endsWell();
  await world.quit();
  return wrong;
}

class Doing {
  readonly #world: KeepingWorld;
  /** Documents of a backup. */
  readonly #backup: ThemeDocument[] = [];
  /** Where the library has to be chosen again. */
  #isStranded: string | undefined;

  constructor(world: KeepingWorld) {
    this.#world = world;
  }

  async afterAKill(): Promise<void> {
    while (disk.isKilled) {
      this.#world.end(true);
      await this.#world.startAgain();
    }
  }

  async endsWell(): Promise<void> {
    const world = this.#world;
    disk.killAfter(Infinity);
    await this.afterAKill();
    disk.heal();
    world.plug(true);
    if (this.#isStranded !== undefined && world.place !== this.#isStranded) {
      await this.#answer(
        world.library.handlers.useFolder({ folder: this.#isStranded, move: false }),
      );
    }
    await world.look();
    await world.quit();
    await world.startAgain();
    await world.look();
  }

  #id(theme: number): string | undefined {
    const ids = [...this.#world.model.themes.keys()];
    return ids[theme % Math.max(1, ids.length)];
  }

  async happens(event: Event): Promise<void> {
    const world = this.#world;
    const { model, time } = world;
    const { handlers } = world.library;
    switch (event.do) {
      case 'create':
        await this.#adds(async () => {
          const made = await handlers.create({ name: `n${world.nextMark()}` });
          return [made.id];
        });
        break;
      case 'import':
        await this.#adds(async () => {
          const { name, tags, theme } = world.foreign();
          model.marks.add(theme.general.font);
          const made = await world.library.addForeign({ name, tags, theme, picturesWait: false });
          return [made.id];
        });
        break;
      case 'edit':
      case 'rename':
      case 'tag':
        await this.#edits(event.do, this.#id(event.theme));
        break;
      case 'duplicate': {
        const id = this.#id(event.theme);
        if (id) await this.#adds(async () => (await handlers.duplicate({ ids: [id] })).ids);
        break;
      }
      case 'undo':
      case 'redo': {
        const id = this.#id(event.theme);
        if (!id) break;
        await this.#sees(id);
        const stepped = await this.#answer(handlers[event.do]({ id }));
        if (stepped) model.steps(id, event.do, contentOf(stepped));
        break;
      }
      case 'keep':
        await this.#keeps(this.#id(event.theme));
        break;
      case 'delete':
        await this.#deletes(this.#id(event.theme));
        break;
      case 'restore':
        await this.#restores(event.entry);
        break;
      case 'discard':
        await this.#discards(event.entry);
        break;
      case 'decide':
        await this.#decides(event.theme, event.keep);
        break;
      case 'version':
        await this.#restoresVersion(this.#id(event.theme), event.version);
        break;
      case 'move':
        await this.#moves(event.place);
        break;
      case 'leave':
        await this.#leaves(event.place, event.how);
        break;
      case 'backup':
        await this.#backsUp(this.#id(event.theme), event.how);
        break;
      case 'pass':
        await time.pass(event.ms, () => world.settle());
        break;
      case 'jump':
        time.setBy(event.ms);
        break;
      case 'kill':
        disk.killAfter(event.after);
        break;
      case 'ill':
        disk.refuse(event.code, (path) => path.includes(`/${event.where}`));
        this.#isDisturbed();
        break;
      case 'heal':
        disk.heal();
        break;
      case 'unplug':
      case 'plug':
        world.plug(event.do === 'plug');
        this.#isDisturbed();
        break;
      case 'quit':
        await world.quit();
        await world.startAgain();
        break;
      case 'settle':
        await world.look();
        break;
      case 'saveEdits':
        await world.asked(world.library.saveEdits());
        break;
      case 'focus':
        await world.asked(world.library.rescan());
        break;
      case 'others':
        if (!model.isFolderAway) this.#others(event);
        break;
    }
  }

  /** From now on until all is looked at, Foyer can't do all that it is asked. */
  #isDisturbed(): void {
    const { model } = this.#world;
    model.isDisturbed = true;
    for (const kept of model.themes.values()) kept.isUnsure = true;
  }

  /** What a call gives; `undefined` where it was refused, or Foyer was killed in it. */
  async #answer<T>(asked: T | Promise<T>): Promise<T | undefined> {
    const answer: { value?: T } = {};
    const asking = Promise.resolve(asked).then((value) => (answer.value = value));
    const done = await this.#world.asked(asking);
    if (done === 'partly') this.#isDisturbed();
    return answer.value;
  }

  async #adds(add: () => Promise<readonly string[]>): Promise<void> {
    const { library, model } = this.#world;
    const ids = await this.#answer(add());
    for (const id of ids ?? []) {
      const theme = await this.#answer(library.handlers.open({ id }));
      if (!theme) continue;
      model.adds(id, contentOf(theme));
      const kept = model.themes.get(id);
      if (kept && !disk.isIll && !model.isFolderAway) kept.undoes = [];
    }
  }

  /** A person sees what it is before they change it. */
  async #sees(id: string): Promise<void> {
    const { library, model } = this.#world;
    const now = await this.#answer(library.handlers.open({ id }));
    if (now) model.isSeen(id, contentOf(now));
  }

  async #edits(how: 'edit' | 'rename' | 'tag', id: string | undefined): Promise<void> {
    if (!id) return;
    await this.#sees(id);
    const { library, model } = this.#world;
    const mark = this.#world.nextMark();
    if (how === 'edit') {
      const edits = [{ field: 'general.font' as const, value: mark }];
      const taken = await this.#world.asked(library.handlers.edit({ id, edits }));
      model.edits(id, { mark }, taken);
    } else if (how === 'rename') {
      const taken = await this.#world.asked(library.handlers.rename({ id, name: mark }));
      model.edits(id, { name: mark }, taken);
      if (taken === 'done') this.#isSaved(id);
    } else {
      const taken = await this.#world.asked(library.handlers.setTags({ id, tags: [mark] }));
      model.edits(id, { tags: mark }, taken);
      if (taken === 'done') this.#isSaved(id);
    }
  }

  /** It resolved: what was accepted until then is on the disk. */
  #isSaved(id: string): void {
    const kept = this.#world.model.themes.get(id);
    if (kept && !kept.isUnsure) kept.may = kept.may.slice(-1);
  }

  async #keeps(id: string | undefined): Promise<void> {
    if (!id) return;
    const { library, model } = this.#world;
    const open = await this.#answer(library.handlers.open({ id }));
    const kept = await this.#answer(library.handlers.keepVersion({ id, name: 'kept' }));
    if (!open || !kept) return;
    model.versions.push({ id, version: kept.version, mark: contentOf(open).mark });
  }

  async #deletes(id: string | undefined): Promise<void> {
    if (!id) return;
    const { library, model } = this.#world;
    const removed = await this.#answer(library.handlers.remove({ ids: [id] }));
    const [entry] = removed?.entries ?? [];
    if (entry !== undefined) model.deletes(id, entry);
  }

  async #restores(number: number): Promise<void> {
    const { library, model } = this.#world;
    const entries = [...model.bin.keys()];
    const entry = entries[number % Math.max(1, entries.length)];
    if (entry === undefined) return;
    const restored = await this.#answer(library.handlers.restore({ entries: [entry] }));
    const binned = model.bin.get(entry);
    // Refused, or cut short by a kill: it is in one of the two.
    if (binned && !restored) binned.mayBeBack = true;
    if (!restored) return;
    if (restored.alreadyHere > 0) model.bin.delete(entry);
    const [id] = restored.ids;
    const theme = id === undefined ? undefined : await this.#answer(library.handlers.open({ id }));
    if (id !== undefined && theme) model.restores(entry, id, contentOf(theme));
  }

  async #discards(number: number): Promise<void> {
    const { library, model } = this.#world;
    const entries = [...model.bin.keys()];
    const entry = entries[number % Math.max(1, entries.length)];
    if (entry === undefined) return;
    const binned = model.bin.get(entry);
    model.bin.delete(entry);
    await this.#answer(library.handlers.discard({ entries: [entry] }));
    if (!binned) return;
    model.discarded.add(binned.mark);
    if (model.themes.has(binned.id)) return;
    if ([...model.bin.values()].some(({ id }) => id === binned.id)) return;
    // Its history may go with it, unless a file of it is there again.
    const isSomewhere = this.#world.isSomewhere();
    for (const mark of model.precious) if (!isSomewhere(mark)) model.precious.delete(mark);
    model.versions = model.versions.filter(({ id }) => id !== binned.id);
  }

  async #decides(number: number, keep: 'this' | 'other' | 'both'): Promise<void> {
    const { library, model } = this.#world;
    const list = await this.#answer(library.handlers.list(undefined));
    const copies = (list?.themes ?? []).filter((each) => each.conflictOf !== undefined);
    const copy = copies[number % Math.max(1, copies.length)];
    if (!copy?.conflictOf) return;
    const other = copy.conflictOf.id;
    await this.#sees(copy.id);
    await this.#sees(other);
    const before = model.themes.get(other)?.may.at(-1);
    const mine = model.themes.get(copy.id)?.may.at(-1);
    const taken = await this.#answer(library.handlers.resolveConflict({ id: copy.id, keep }));
    if (keep === 'both') return;
    if (!taken) {
      this.#isDisturbed();
      return;
    }
    const [entry] = taken.entries;
    if (entry !== undefined) model.deletes(copy.id, entry);
    if (keep === 'other') return;
    if (before && before.mark !== '' && before.mark !== mine?.mark) model.precious.add(before.mark);
    const kept = model.themes.get(other);
    const now = await this.#answer(library.handlers.open({ id: other }));
    if (!now || !kept) return;
    const content = contentOf(now);
    if (mine && !kept.isUnsure && content.mark !== mine.mark) {
      model.wrong.push(`decided for ${mine.mark}, and it is ${content.mark}`);
    }
    if (before) kept.undoes?.push(before);
    kept.redoes = [];
    kept.may.push(content);
  }

  async #restoresVersion(id: string | undefined, number: number): Promise<void> {
    if (!id) return;
    const { library, model } = this.#world;
    await this.#sees(id);
    const versions = await this.#answer(library.handlers.versions({ id }));
    const all = versions?.versions ?? [];
    const chosen = all[number % Math.max(1, all.length)];
    if (!chosen) return;
    const { version } = chosen;
    const before = model.themes.get(id)?.may.at(-1);
    const now = await this.#answer(library.handlers.restoreVersion({ id, version }));
    const kept = model.themes.get(id);
    if (!now || !kept) return;
    const content = contentOf(now);
    if (content.mark !== '' && !model.marks.has(content.mark)) {
      model.wrong.push(`a version gives what never was: ${content.mark}`);
    }
    const isSame =
      before?.mark === content.mark && before.name === content.name && before.tags === content.tags;
    if (before && !isSame) {
      // The present is kept as a version first.
      if (!kept.isUnsure && model.ours.has(before.mark)) model.precious.add(before.mark);
      kept.undoes?.push(before);
      kept.redoes = [];
      kept.may.push(content);
    }
  }

  async #moves(place: number): Promise<void> {
    const { library, model } = this.#world;
    const to = places[place] ?? '';
    if (to === this.#world.place || model.isFolderAway) return;
    const done = await this.#answer(library.handlers.useFolder({ folder: to, move: true }));
    if (!done || done.left > 0 || done.kept > 0) this.#isDisturbed();
  }

  /** Another library for a moment, while others come to this one. */
  async #leaves(place: number, how: (Event & { do: 'leave' })['how']): Promise<void> {
    const { library, model } = this.#world;
    const from = this.#world.place;
    const to = places[place] ?? '';
    if (to === from || model.isFolderAway) return;
    if (this.#world.files(to).length > 0) return;
    const done = await this.#answer(library.handlers.useFolder({ folder: to, move: false }));
    if (!done) {
      this.#isDisturbed();
      return;
    }
    const there = this.#world.place;
    if (there !== to) model.wrong.push('it is elsewhere');
    this.#world.place = from;
    this.#others({ do: 'others', how, theme: place });
    this.#world.place = to;
    await this.#world.settle();
    const back = await this.#answer(library.handlers.useFolder({ folder: from, move: false }));
    this.#isDisturbed();
    for (const kept of model.themes.values()) kept.undoes = undefined;
    // One who quits then chooses it at the next start.
    if (!back && disk.isKilled) this.#world.place = from;
    else if (!back) this.#isStranded = from;
  }

  async #backsUp(id: string | undefined, how: 'keepBoth' | 'replace'): Promise<void> {
    const { library, model } = this.#world;
    const document = this.#backup.pop();
    if (!document) {
      const now = id === undefined ? undefined : await this.#answer(library.saved(id));
      if (now) this.#backup.push(now);
      return;
    }
    const restored = await this.#answer(library.putBack(document, how));
    if (!restored || restored.outcome === 'unread') return;
    const theme = await this.#answer(library.handlers.open({ id: restored.id }));
    if (!theme) return;
    const content = contentOf(theme);
    model.conflicts.add(restored.id);
    if (!model.themes.has(restored.id)) model.adds(restored.id, content);
    else if (restored.outcome === 'replaced') {
      // What it replaces is kept as a version.
      model.othersWrite(restored.id, undefined, content);
      model.themes.get(restored.id)?.may.push(content);
    }
  }

  #others({ how, theme }: Event & { do: 'others' }): void {
    const world = this.#world;
    const { model, aside } = world;
    if (how === 'putBack') {
      const [file] = aside.splice(theme % Math.max(1, aside.length), 1);
      if (!file) return;
      model.isDisturbed = true;
      const { id } = JSON.parse(file.bytes.toString()) as ThemeDocument;
      model.othersWrite(id, undefined, undefined);
      if (!world.files().some(({ name }) => name === file.name)) world.put(file.name, file.bytes);
      return;
    }
    const files = world.files();
    const file = files[theme % Math.max(1, files.length)];
    const document = file?.document;
    if (!file || !document) return;
    const stem = file.name.slice(0, -'.json'.length);
    const mark = world.nextMark();
    switch (how) {
      case 'older': {
        const older = aside.find(({ bytes, name }) => {
          const it = JSON.parse(bytes.toString()) as ThemeDocument;
          return it.id === document.id && name !== '';
        });
        if (!older) break;
        const theirs = JSON.parse(older.bytes.toString()) as ThemeDocument;
        model.othersWrite(document.id, contentOf(document), contentOf(theirs));
        model.themes.get(document.id)?.may.push(contentOf(theirs));
        world.put(file.name, older.bytes);
        break;
      }
      case 'edit': {
        const theirs = marked(document, mark);
        aside.push(file);
        model.othersWrite(document.id, contentOf(document), contentOf(theirs));
        world.put(file.name, bytesOf(theirs));
        break;
      }
      case 'rename':
        model.isDisturbed = true;
        world.rename(file.name, `${mark}.json`);
        break;
      case 'delete':
        aside.push(file);
        model.othersWrite(document.id, contentOf(document), undefined);
        world.take(file.name);
        break;
      case 'copy':
        model.isDisturbed = true;
        aside.push(file);
        world.put(`${stem} copy ${mark}.json`, file.bytes);
        break;
      case 'conflict': {
        const theirs = marked(document, mark);
        model.othersWrite(document.id, undefined, contentOf(theirs));
        world.put(`${stem} (conflicted copy ${mark}).json`, bytesOf(theirs));
        break;
      }
    }
  }
}

const bytesOf = (document: ThemeDocument): Buffer =>
  Buffer.from(`${JSON.stringify(document, null, 2)}\n`);

/** The document with content of another program's. */
function marked(document: ThemeDocument, font: string): ThemeDocument {
  const { theme } = document;
  return { ...document, theme: { ...theme, general: { ...theme.general, font } } };
}
