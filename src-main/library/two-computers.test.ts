/**
 * Random sequences of what two people do on two computers whose libraries a sync program keeps the same: whatever comes
 * first, nothing that one of them made and nobody has replaced is nowhere, a template has one theme, a named version is
 * listed, both come to show the same, and it comes to rest.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { publicationKey } from '@shared/theme/theme';
import { memoryDisk as disk } from '../testing/memory-disk';
import { oneTurn } from '../testing/memory-world';
import { modelRun, modelRuns } from '../testing/model-runs';
import { randomBelow } from '../testing/seeded-random';
import { VirtualTime } from '../testing/virtual-time';
import type { Library } from './library';
import { northwind } from './testing/fixture-library';
import { contentOf } from './testing/keeping-world';
import { SyncedComputers, type Computer, type SyncHow } from './testing/synced-world';

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

type Work = 'edit' | 'rename' | 'tag' | 'undo' | 'delete' | 'keepVersion';
type OnTheme = Work | 'restore' | 'publish' | 'publishAgain' | 'unlink' | 'renameFile' | 'copyFile';

type Event =
  | {
      readonly do: OnTheme;
      readonly who: Computer;
      readonly theme: number;
    }
  | {
      readonly do: 'decide';
      readonly who: Computer;
      readonly theme: number;
      readonly keep: 'this' | 'other' | 'both';
    }
  | { readonly do: 'create' | 'restart' | 'focus'; readonly who: Computer }
  | { readonly do: 'sync'; readonly how: SyncHow }
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
  weighted(8, fc.record({ do: only('publish', 'publishAgain', 'unlink'), who, theme })),
  weighted(5, fc.record({ do: only('delete', 'undo', 'restore'), who, theme })),
  weighted(4, fc.record({ do: only('keepVersion'), who, theme })),
  weighted(3, fc.record({ do: only('decide'), who, theme, keep: only('this', 'other', 'both') })),
  weighted(2, fc.record({ do: only('renameFile', 'copyFile'), who, theme })),
  weighted(3, fc.record({ do: only('create', 'restart', 'focus'), who })),
  weighted(8, fc.record({ do: only('sync'), how: only('all', 'one', 'there', 'back') })),
  weighted(4, fc.record({ do: only('pass'), ms: fc.constantFrom(100, 400, 1_500, 700_000) })),
);
const aRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  events: fc.array(anEvent, { minLength: 3, maxLength: 25 }),
});

const key = publicationKey(northwind);

/** Two people at two computers, and what they may expect. */
class TwoPeople extends SyncedComputers {
  /** What must be somewhere. */
  readonly #precious = new Set<string>();
  /** The templates of which each is a theme's. */
  readonly #templates = new Set<string>();
  readonly #named: { readonly at: Computer; readonly name: string }[] = [];
  /** On which computer a theme was published first, since both were the same. */
  readonly #publishedOn = new Map<string, Computer>();
  #attempts = 0;
  #isAnyDeleted = false;

  constructor(seed: number) {
    super(time, seed);
  }

  override comesToRest(): Promise<void> {
    this.#publishedOn.clear();
    return super.comesToRest();
  }

  async happens(event: Event): Promise<void> {
    // Who works with a file before what both made of its name is the same has a theme of its own, as `CopiedFiles` says.
    if (event.do === 'sync' && this.isAnyRenamed) return this.comesToRest();
    if (event.do === 'sync') return void this.sync(event.how);
    if (event.do === 'pass') return time.pass(event.ms, () => this.settle());
    const { who: at } = event;
    const library = this.libraries[at];
    if (!library) return;
    switch (event.do) {
      case 'renameFile':
        return this.renameFile(at, event.theme);
      case 'copyFile':
        return this.copyFile(at, event.theme);
      case 'restart':
        return this.restart(at);
      case 'focus':
        return void (await this.asked(library.rescan()));
      case 'create': {
        const name = this.mark();
        if (await this.answer(library.handlers.create({ name }))) this.#precious.add(name);
        return;
      }
      case 'restore': {
        const bin = await this.answer(library.handlers.bin(undefined));
        const entry = bin?.themes[event.theme % Math.max(1, bin.themes.length)]?.entry;
        if (entry) await this.answer(library.handlers.restore({ entries: [entry] }));
        return;
      }
      case 'decide': {
        const all = (await this.listed(at)).filter(({ conflictOf }) => conflictOf !== undefined);
        const copy = all[event.theme % Math.max(1, all.length)];
        this.#isAnyDeleted ||= copy !== undefined;
        if (copy)
          await this.answer(library.handlers.resolveConflict({ id: copy.id, keep: event.keep }));
        return;
      }
      case 'publish':
      case 'publishAgain':
      case 'unlink':
        // What others did is seen first.
        await this.asked(library.rescan());
        return this.#links(event.do, at, library, event.theme);
      case 'edit':
      case 'rename':
      case 'tag':
      case 'undo':
      case 'delete':
      case 'keepVersion':
        return this.#works(event.do, at, library, event.theme);
    }
  }

  async #chosen(at: Computer, theme: number): Promise<ThemeSummary | undefined> {
    const list = await this.listed(at);
    return list[theme % Math.max(1, list.length)];
  }

  async #links(
    what: 'publish' | 'publishAgain' | 'unlink',
    at: Computer,
    library: Library,
    theme: number,
  ): Promise<void> {
    const chosen = await this.#chosen(at, theme);
    const linkedTo = chosen && templateOf(chosen);
    if (!chosen || (what === 'publish') !== (linkedTo === undefined)) return;
    if (linkedTo === undefined || what === 'publishAgain')
      return this.#publish(at, library, chosen.id, linkedTo);
    this.#templates.delete(linkedTo);
    await this.asked(library.unlink(chosen.id, key, linkedTo));
  }

  async #publish(
    at: Computer,
    library: Library,
    id: string,
    linkedTo: string | undefined,
  ): Promise<void> {
    if (linkedTo === undefined) {
      // What was published first on both while they were apart, or before a new name came, are two templates.
      const isElsewhere = (this.#publishedOn.get(id) ?? at) !== at;
      if (this.isAnyRenamed || isElsewhere) return;
      this.#publishedOn.set(id, at);
    }
    const templateId = linkedTo ?? this.mark().replaceAll('m', 't');
    this.#attempts += 1;
    const link = {
      templateId,
      at: new Date().toISOString(),
      attempt: `a${String(this.#attempts)}`,
    };
    const asked = library.setPublication(id, key, link, [linkedTo ?? null]);
    const isDone = (await this.asked(asked)) === 'done';
    // Meanwhile it may have been unlinked on the other one.
    if (isDone && linkedTo === undefined) this.#templates.add(templateId);
  }

  /** What a person does with a theme that is looked at. */
  async #works(what: Work, at: Computer, { handlers }: Library, theme: number): Promise<void> {
    const { id } = (await this.#chosen(at, theme)) ?? {};
    if (id === undefined) return;
    const mark = this.mark();
    if (what === 'delete') {
      this.#isAnyDeleted = true;
      return void (await this.answer(handlers.remove({ ids: [id] })));
    }
    const before = await this.answer(handlers.open({ id }));
    if (!before) return;
    if (what === 'keepVersion') {
      if (await this.answer(handlers.keepVersion({ id, name: mark })))
        this.#named.push({ at, name: mark });
      return;
    }
    const was = contentOf(before);
    const replaces = (gone: string, made?: string): void => {
      this.#precious.delete(gone);
      if (made) this.#precious.add(made);
    };
    if (what === 'undo') {
      const after = await this.answer(handlers.undo({ id }));
      if (!after) return;
      const is = contentOf(after);
      for (const each of ['mark', 'name', 'tags'] as const) {
        if (was[each] !== is[each]) replaces(was[each]);
      }
    } else if (what === 'edit') {
      const edits = [{ field: 'general.font' as const, value: mark }];
      if (await this.answer(handlers.edit({ id, edits }))) replaces(was.mark, mark);
    } else if (what === 'rename') {
      if (await this.answer(handlers.rename({ id, name: mark }))) replaces(was.name, mark);
    } else if ((await this.asked(handlers.setTags({ id, tags: [mark] }))) === 'done') {
      replaces(was.tags, mark);
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
    for (const at of [0, 1] as const) await this.#lacksNothing(at);
    const isSomewhere = this.isSomewhere();
    for (const mark of this.#precious)
      if (!isSomewhere(mark)) this.wrong.push(`${mark} is nowhere`);
  }

  async #lacksNothing(at: Computer): Promise<void> {
    const list = await this.listed(at);
    const linked = list.flatMap(({ places }) => places).map(({ templateId }) => templateId);
    for (const template of this.#templates) {
      const count = linked.filter((each) => each === template).length;
      if (count > 1 || (count === 0 && !this.#isAnyDeleted))
        this.wrong.push(`at ${String(at)} the template ${template} has ${String(count)} themes`);
    }
    // A version goes with its theme, and may be another one's once a conflict was decided.
    if (this.#isAnyDeleted) return;
    const names = new Set<string | null>();
    for (const { id } of list) {
      const all = await this.answer(this.libraries[at]?.handlers.versions({ id }));
      for (const { name } of all?.versions ?? []) names.add(name);
    }
    for (const kept of this.#named)
      if (kept.at === at && !names.has(kept.name))
        this.wrong.push(`at ${String(at)} the version ${kept.name} isn't listed`);
  }
}

function templateOf({ places }: ThemeSummary): string | undefined {
  return places.find(({ templateId }) => templateId !== undefined)?.templateId;
}

async function goThrough(run: Run): Promise<readonly string[]> {
  const world = new TwoPeople(run.seed);
  await world.start(0);
  await world.start(1);
  await world.happens({ do: 'create', who: 0 });
  await world.rest();
  await world.happens({ do: 'publish', who: 0, theme: 0 });
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
