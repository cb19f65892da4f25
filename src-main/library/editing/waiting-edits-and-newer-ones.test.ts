import { describe, expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import { libraryWithFile } from '../testing/file-away';
import {
  listChange,
  putTheme,
  restarted,
  savedWhenAsked,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edit = (value: string) => [{ field: 'chat.buttons.backgroundColor', value }] as never;

/**
 * A colour and a name wait for a theme whose file is away. The file comes back, and a virus scanner holds it for a
 * moment. A person chooses a newer colour, which is refused for that, and at once the newest one, which the theme has:
 * it stays. What waited first does not come after both.
 */
describe('what waits does not come after a newer one', () => {
  const [green, blue, red] = ['#00FF00', '#0000FF', '#FF0000'];

  async function kept(change: 'edit' | 'name', waits: boolean) {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    const { library, folders, id } = made;
    await made.goAway();
    if (waits || change === 'name')
      await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    if (waits || change === 'edit') await library.handlers.renameLater({ id, name: 'Night' });
    const { heal } = await made.comeBackHeld();
    await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
    const give = {
      edit: [
        async () => library.handlers.edit({ id, edits: edit(blue) }),
        async () => library.handlers.edit({ id, edits: edit(red) }),
      ],
      name: [
        async () => library.handlers.rename({ id, name: 'Port' }),
        async () => library.handlers.rename({ id, name: 'Quay' }),
      ],
    }[change] as [() => Promise<unknown>, () => Promise<unknown>];
    const newer = give[0]();
    const refused = newer.then(
      () => 'done',
      (error: unknown) => error,
    );
    const newest = give[1]();
    newest.catch(() => undefined);
    void refused.then(heal);
    expect(await refused).toMatchObject({ problem: { code: 'storageNotRead' } });
    await newest;
    await library.saveEdits();
    await library.saveEdits();
    return JSON.stringify(await themesOnDisk(folders));
  }

  it.each([
    ['edit', red],
    ['name', '"Quay"'],
  ] as const)('the control: none of that kind waited before (%s)', async (change, value) => {
    expect(await kept(change, false)).toContain(value);
  });

  it.each([
    ['edit', red],
    ['name', '"Quay"'],
  ] as const)('the newest stays (%s)', async (change, value) => {
    expect(await kept(change, true)).toContain(value);
  });
});

/**
 * A colour waits for a theme whose file is held. A newer colour is chosen, the disk takes its time over that, and the
 * person quits: neither colour is anybody's yet, so the question at the end names the theme.
 */
describe('a newer one is tried as Foyer quits', () => {
  async function waiting() {
    const made = await libraryWithFile({ pace: savedWhenAsked, readWithinMs: 0 });
    const { library, id, here } = made;
    await made.goAway();
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit('#00FF00') });
    const { heal } = await made.comeBackHeld();
    await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
    return { library, id, here, heal };
  }

  type End = (library: Library) => Promise<readonly { name: string }[]>;
  const ends: readonly (readonly [string, End])[] = [
    ['the question at the end', (library) => library.saveEdits()],
    ['the end', (library) => library.flush()],
    ['the end of the system', (library) => Promise.resolve(library.flushAtOnce())],
  ];

  it.each(ends)('the control: nothing newer was chosen (%s)', async (_name, end) => {
    const { library } = await waiting();
    expect(await end(library)).toMatchObject([{ name: 'Harbour' }]);
  });

  it.each(ends)('a newer one is being tried (%s)', async (_name, end) => {
    const { library, id, here, heal } = await waiting();
    const slow = held('readFrom', (path) => path === here);
    heal();
    failing('EBUSY', 'readFrom', (path) => path === here);
    const newer = Promise.resolve(library.handlers.edit({ id, edits: edit('#0000FF') })).catch(
      (error: unknown) => error,
    );
    await slow.isReached;
    const unsaved = await end(library);
    slow.letGo();
    // Nobody has either, also then.
    expect(await newer).toMatchObject({ problem: { code: 'storageNotRead' } });
    expect(unsaved).toMatchObject([{ name: 'Harbour' }]);
  });
});

/**
 * A colour waits for a theme whose file is away. The file comes back, a virus scanner holds it for a moment, and a
 * newer colour is refused for that: the person reads so. What waited is not lost by a newer one that nobody has.
 */
describe('a newer one is refused', () => {
  const [green, blue] = ['#00FF00', '#0000FF'];

  async function refused(change: 'edit' | 'name' | undefined) {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    const { library, folders, id } = made;
    await made.goAway();
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    await library.handlers.renameLater({ id, name: 'Night' });
    const { heal } = await made.comeBackHeld();
    const newer = {
      edit: async () => library.handlers.edit({ id, edits: edit(blue) }),
      name: async () => library.handlers.rename({ id, name: 'Port' }),
    };
    if (change)
      await expect(newer[change]()).rejects.toMatchObject({ problem: { code: 'storageNotRead' } });
    heal();
    const unsaved = await library.saveEdits();
    return { unsaved, text: JSON.stringify(await themesOnDisk(folders)) };
  }

  it('the control: nothing newer came', async () => {
    const { unsaved, text } = await refused(undefined);
    expect(unsaved).toEqual([]);
    expect(text).toContain(green);
    expect(text).toContain('Night');
  });

  it.each([
    ['edit', green],
    ['name', 'Night'],
  ] as const)('a newer one is refused (%s)', async (change, kept) => {
    const { unsaved, text } = await refused(change);
    expect(unsaved).toEqual([]);
    expect(text).toContain(kept);
  });
});

/**
 * A colour waits for a theme whose file is away. The file comes back, and a virus scanner holds it for a moment just
 * then. Before Foyer tries again by itself (up to a minute later), a person puts something else in the theme's place:
 * what a backup has, what was imported, or a conflicting copy. What was typed before comes before that: the theme is
 * as it was put there.
 */
describe('something else is put in the theme’s place', () => {
  const green = '#00FF00';

  async function waiting() {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    const { library, folders, id, document } = made;
    const copy = themeDocument({ name: 'Harbour (copy)', conflictOf: { id, name: 'Harbour' } });
    const theme = structuredClone(copy.theme);
    theme.general.font = 'Inter';
    const isListed = listChange(library, ({ upserted }) =>
      upserted.some((each) => each.id === copy.id),
    );
    await putTheme(folders, 'copy.json', { ...copy, theme });
    await Promise.all([isListed, library.rescan()]);
    await made.goAway();
    await library.handlers.editLater({
      ...{ id, name: 'Harbour' },
      edits: [{ field: 'chat.buttons.backgroundColor', value: green }],
    });
    const { heal } = await made.comeBackHeld();
    await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
    heal();
    return { library, id, document, copyId: copy.id, theme };
  }

  type Made = Awaited<ReturnType<typeof waiting>>;
  type Act = (library: Library, made: Made) => Promise<unknown>;
  const acts: readonly (readonly [string, Act])[] = [
    [
      'the control: an earlier version',
      async (library, { id, theme }) => {
        await library.replace(
          id,
          (now) => ({ ...now, theme }),
          () => undefined,
        );
        const { version } = await library.handlers.keepVersion({ id, name: 'For the fair' });
        await library.handlers.restoreVersion({ id, version });
        // Only to reach the same end.
        await library.replace(
          id,
          (now) => ({ ...now, theme }),
          () => undefined,
        );
      },
    ],
    [
      'what was imported',
      (library, { id, theme }) =>
        library.replace(
          id,
          (now) => ({ ...now, theme }),
          () => undefined,
        ),
    ],
    [
      'a backup',
      (library, { document, theme }) => library.putBack({ ...document, theme }, 'replace'),
    ],
    [
      'a conflicting copy',
      async (library, { copyId }) => library.handlers.resolveConflict({ id: copyId, keep: 'this' }),
    ],
  ];

  it.each(acts)('%s', async (_name, act) => {
    const made = await waiting();
    const { library, id } = made;
    await act(library, made);
    await library.saveEdits();
    const text = JSON.stringify(await library.current(id));
    expect(text).toContain('Inter');
    expect(text).not.toContain(green);
  });
});

/**
 * An edit waits for a theme whose file is away. The file comes back, and a virus scanner holds it for a moment just
 * then. Before Foyer tries again by itself (up to a minute later), the theme is published, copied, deleted, or a
 * version of it is kept: with what was typed before that, as undo and redo have it.
 */
describe('the theme is used before what waits is tried', () => {
  const green = '#00FF00';

  async function waiting() {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    const { library, id } = made;
    await made.goAway();
    await library.handlers.editLater({
      ...{ id, name: 'Harbour' },
      edits: [{ field: 'chat.buttons.backgroundColor', value: green }],
    });
    const { heal } = await made.comeBackHeld();
    // It was tried, and refused.
    await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
    heal();
    return made;
  }

  it('the control: undo is of it', async () => {
    const { library, id } = await waiting();
    expect((await library.handlers.undo({ id })).canRedo).toBe(true);
  });

  it('is published with it', async () => {
    const { library, id } = await waiting();
    expect(JSON.stringify(await library.saved(id))).toContain(green);
  });

  it('is copied with it', async () => {
    const { library, id } = await waiting();
    const { ids } = await library.handlers.duplicate({ ids: [id] });
    expect(JSON.stringify(await library.current(ids[0] ?? ''))).toContain(green);
  });

  it('is kept as a version with it', async () => {
    const { library, id } = await waiting();
    const { version } = await library.handlers.keepVersion({ id, name: 'For the fair' });
    expect(JSON.stringify(await library.handlers.version({ id, version }))).toContain(green);
  });

  it('is deleted with it', async () => {
    const { library, folders, id } = await waiting();
    const { entries } = await library.handlers.remove({ ids: [id] });
    // What is in the bin is what the next Foyer has.
    const next = await restarted(folders, library);
    await next.handlers.restore({ entries });
    expect(JSON.stringify(await themesOnDisk(folders))).toContain(green);
  });
});
