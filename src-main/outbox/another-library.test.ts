import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { copiedLibrary, type CopiedLibrary, linksIn } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * Several themes are published, and before each is read for it, a person chooses another library: a copy of the folder,
 * whose themes have the same ids and have gone another way since. What is sent is what was published.
 */
describe('another library is chosen while themes are read for their publication', () => {
  const count = 24;

  /** What the service has, and how many were said to be queued, where the copy is chosen once some were read. */
  async function published(isChosen: boolean) {
    const made = await outboxFixture({ themes: count });
    await made.library.handlers.list(undefined);
    // Nothing leaves before all are queued.
    await made.outbox.handlers.setPaused({ isPaused: true });
    const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
    await mkdir(second);
    for (const file of await readdir(first)) {
      if (!file.endsWith('.json')) continue;
      const document = JSON.parse(await readFile(join(first, file), 'utf8')) as ThemeDocument;
      const name = `Copy of ${document.name}`;
      await writeFile(join(second, file), JSON.stringify({ ...document, name }));
    }
    let reads = 0;
    let chosen: Promise<unknown> | undefined;
    const saved = made.library.saved.bind(made.library);
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
      reads += 1;
      if (isChosen && reads > count / 2) {
        chosen ??= Promise.resolve(
          made.library.handlers.useFolder({ folder: second, move: false }),
        );
        await chosen;
      }
      return saved(id);
    });
    const { queued } = await made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1'],
    });
    reading.mockRestore();
    // Where it is noted what the service has.
    if (isChosen) await made.library.handlers.useFolder({ folder: first, move: false });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    const names = made.practice.state().templates.map(({ name }) => name);
    return { queued, ofCopy: names.filter((name) => name.startsWith('Copy of')).length };
  }

  it('the control: no other library is chosen', async () => {
    expect(await published(false)).toEqual({ queued: count, ofCopy: 0 });
  });

  it('sends nothing of a library that nobody published from', async () => {
    const { queued, ofCopy } = await published(true);
    expect(ofCopy).toBe(0);
    expect(queued).toBeLessThan(count);
  });
});

/** What waits from one library is shown as such while another one is open, and not on the cards of a copy's themes. */
describe('where what waits is shown', () => {
  async function shownIn(where: 'own' | 'copy' | 'another') {
    const made = await copiedLibrary();
    const { folder, outbox, own, place } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await cp(own, folder('copy'), { recursive: true });
    await made.useAnother();
    if (where !== 'another') await made.use(folder(where === 'copy' ? 'copy' : 'themes'));
    const [item] = await made.items();
    return { why: item?.why, card: (await made.shown(place.themeId))?.delivery };
  }

  it.each([
    ['own', { why: 'paused', card: 'paused' }],
    ['copy', { why: 'otherLibrary', card: 'idle' }],
    ['another', { why: 'otherLibrary', card: undefined }],
  ] as const)('in %s', async (where, expected) => {
    expect(await shownIn(where)).toEqual(expected);
  });
});

/**
 * Something waits, or was refused, and the person chooses a copy of the library: "Meanwhile the outbox says that it’s
 * from another library, and the copy’s card shows nothing of it" (docs/guide.md). The window knows what it was told.
 */
describe('what the window is told as another library is chosen', () => {
  /** The window, one second after all has come to rest. */
  async function toldTo(made: CopiedLibrary) {
    await made.settled();
    made.clock.pass(1_000);
    const told = made.snapshots.at(-1);
    return { whys: told?.items.map(({ why }) => why), deliveries: told?.deliveries };
  }

  async function waiting(behaviour: { status: number } | 'paused'): Promise<CopiedLibrary> {
    const made = await copiedLibrary();
    await cp(made.own, made.folder('copy'), { recursive: true });
    if (behaviour === 'paused') await made.outbox.handlers.setPaused({ isPaused: true });
    else made.practice.setBehaviour('saveThemeTemplate', behaviour);
    await made.publish();
    await toldTo(made);
    return made;
  }

  const cases = [
    ['paused', 'paused', 'otherLibrary', 'paused'],
    ['its token refused', { status: 401 }, 'otherLibrary', 'blocked'],
    // It was refused before, and is still.
    ['refused', { status: 400 }, 'refused', 'refused'],
  ] as const;

  it.each(cases)('is told of the copy that is chosen: %s', async (_name, behaviour, why) => {
    const made = await waiting(behaviour);
    await made.use(made.folder('copy'));
    expect(await toldTo(made)).toEqual({ whys: [why], deliveries: [] });
  });

  it.each(cases)(
    'and of its own that is chosen again: %s',
    async (why, behaviour, _why, delivery) => {
      const made = await waiting(behaviour);
      await made.use(made.folder('copy'));
      // Whatever else changes is told with it.
      made.outbox.connectionsChanged();
      expect(await toldTo(made), why).toMatchObject({ deliveries: [] });
      await made.use(made.own);
      expect((await toldTo(made)).deliveries).toMatchObject([{ delivery }]);
    },
  );

  it.each(cases)('the control: once something else changed: %s', async (_name, behaviour, why) => {
    const made = await waiting(behaviour);
    await made.use(made.folder('copy'));
    made.outbox.connectionsChanged();
    expect(await toldTo(made)).toEqual({ whys: [why], deliveries: [] });
  });
});

/**
 * A theme waits as Foyer is quit. At the next start the window shows the library; the person chooses a copy of it. "What
 * an earlier run left is of the library that is there at the start": it waits until that one is chosen again.
 */
describe('what an earlier run left waits for the library of the start', () => {
  async function recorded(isCopyChosen: boolean) {
    const made = await outboxFixture();
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    const run = await nextRun(made);
    await run.settled();
    // The window shows the library.
    await run.library.handlers.list(undefined);
    await run.settled();
    const use = (folder: string) => run.library.handlers.useFolder({ folder, move: false });
    if (isCopyChosen) await use(copy);
    await run.outbox.handlers.setPaused({ isPaused: false });
    const pass = async () => {
      for (let minute = 0; minute < 5; minute += 1) {
        run.clock.pass(60_000);
        await run.settled();
      }
      await run.library.flush();
    };
    await pass();
    if (isCopyChosen) await use(own);
    await pass();
    return { own: await linksIn(own), copy: await linksIn(copy) };
  }

  it.each([false, true])('the copy is chosen: %s', async (isCopyChosen) => {
    expect(await recorded(isCopyChosen)).toEqual({ own: 1, copy: 0 });
  });
});

/**
 * A person with two libraries publishes from the one while publishing is paused, and quits with the other one open.
 * Foyer starts in that one, and they go back to the first.
 */
describe('a theme was published, and Foyer started in another library', () => {
  it('what waits for a library goes once that is open again, in whichever Foyer started', async () => {
    const first = await copiedLibrary();
    const { own, root, connections, place } = first;
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    await first.useAnother();
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    const again = await outboxFixture({ root, connections, library: 'other' });
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    await again.library.handlers.useFolder({ folder: own, move: false });
    await again.library.handlers.list(undefined);
    await again.drained();
    const { items } = await again.outbox.handlers.list(undefined);
    expect({
      items,
      arrived: first.practice.received().length,
      links: await first.linksIn(own),
      place: (await again.shown(place.themeId))?.relation,
    }).toEqual({ items: [], arrived: 1, links: 1, place: 'same' });
  });
});

/**
 * A person publishes a theme while publishing is paused, chooses a copy of the library, which has gone another way since,
 * and goes back to this Foyer from a newer one, which has written anew what libraries there are: "This one doesn't guess
 * at what it can't understand." What waits for the one library isn't sent from the other.
 */
describe('a newer Foyer has written which libraries there are', () => {
  async function sent(isNewer: boolean) {
    const first = await copiedLibrary();
    const { root, connections, folder, own, practice, linksIn } = first;
    const copy = folder('copy');
    await cp(own, copy, { recursive: true });
    const inCopy = join(copy, '0000.json');
    const document = JSON.parse(await readFile(inCopy, 'utf8')) as ThemeDocument;
    await writeFile(inCopy, JSON.stringify({ ...document, name: 'Of the copy' }));
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    await first.settled();
    await first.use(copy);
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    const libraries = join(root, 'profile', 'libraries.json');
    if (isNewer) {
      // As in `stored-formats.test.ts`: of what else is in it, this one knows nothing.
      await writeFile(libraries, JSON.stringify({ format: 2, byFolder: {} }));
    }
    const again = await outboxFixture({ root, connections, library: 'copy' });
    again.token = first.token;
    await again.library.handlers.list(undefined);
    await again.outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 5; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
    await again.library.flush();
    return { requests: practice.received().length, copy: await linksIn(copy) };
  }

  it.each([
    ['the control: it is this one’s', false],
    ['a newer Foyer has written it', true],
  ])('%s', async (_name, isNewer) => {
    expect(await sent(isNewer)).toEqual({ requests: 0, copy: 0 });
  });
});

/**
 * A person publishes a theme in a copy of their library while publishing is paused. The list of libraries is damaged then, and
 * Foyer takes the one of an earlier time, which doesn't have the copy yet. What waits is sent from the copy once that is
 * open, also if another start came between, and not from the library.
 */
describe('the list of libraries is of an earlier time', () => {
  async function sentAfter(starts: readonly string[], isLost: boolean): Promise<number[]> {
    const first = await copiedLibrary();
    const { root, connections, folder, own, practice } = first;
    await cp(own, folder('copy'), { recursive: true });
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.use(folder('copy'));
    await first.publish();
    await first.settled();
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    if (isLost) await rm(join(root, 'profile', 'libraries.json'));
    const received: number[] = [];
    for (const [at, library] of starts.entries()) {
      const again = await outboxFixture({ root, connections, library });
      again.token = first.token;
      await again.library.handlers.list(undefined);
      const isPaused = at < starts.length - 1 && library === 'copy';
      await again.outbox.handlers.setPaused({ isPaused });
      for (let minute = 0; minute < 5; minute += 1) {
        again.clock.pass(60_000);
        await again.settled();
      }
      received.push(practice.received().length);
      await again.library.rescan();
      await again.library.flush();
      await again.outbox.close(1_000);
      again.library.close();
    }
    return received;
  }

  it.each([
    ['the control: the list is whole', false, ['themes', 'copy'], [0, 1]],
    ['in the library, then in the copy', true, ['themes', 'copy'], [0, 1]],
    ['in the copy, paused, and there once more', true, ['copy', 'copy'], [0, 1]],
  ])('%s', async (_name, isLost, starts, received) => {
    expect(await sentAfter(starts, isLost)).toEqual(received);
  });
});
