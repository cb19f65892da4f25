import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import { libraryWithFile } from '../testing/file-away';
import {
  libraryOfOne,
  listChange,
  putTheme,
  savedWhenAsked,
  themeDocument,
  themesOnDisk,
  themeState,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A sync program has a theme’s file for a moment, and the window ends in which the theme’s name or colour was being
 * typed: the theme gets it when its file is back, and whoever quits before is asked about it.
 */
describe('a theme is changed while its file is away', () => {
  /** A theme, whose file goes away and comes back. */
  async function oneTheme({ isOpen }: { isOpen: boolean }) {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    if (isOpen) await made.library.handlers.open({ id: made.id });
    return made;
  }

  const night = 'Harbour at night';
  const unsaved = { kind: 'theme', name: night, problem: { code: 'notFound', what: 'theme' } };

  it('the control: a theme whose file is there has the name at once', async () => {
    const { library, folders, id } = await oneTheme({ isOpen: false });
    await library.handlers.renameLater({ id, name: night });
    expect(await library.saveEdits()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([{ name: night }]);
  });

  it.each([true, false])('a name waits for the file (the theme was open: %s)', async (isOpen) => {
    const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen });
    await goAway();
    await library.handlers.renameLater({ id, name: 'Harbour at' });
    await library.handlers.renameLater({ id, name: night });
    expect(await library.saveEdits()).toEqual([unsaved]);
    const isNamed = themeState(library, id, ({ name }) => name === night);
    await comeBack();
    await isNamed;
    expect(await library.saveEdits()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([{ id, name: night }]);
  });

  it('a name that was asked for right before the end is known to the end', async () => {
    const { library, id, goAway } = await oneTheme({ isOpen: false });
    await goAway();
    const asked = library.handlers.renameLater({ id, name: night });
    expect(await library.saveEdits()).toEqual([unsaved]);
    await asked;
  });

  it('a name that the full disk refuses then is an edit as any other', async () => {
    const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen: false });
    await goAway();
    await library.handlers.renameLater({ id, name: night });
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
    const isRefused = themeState(library, id, ({ save }) => save.kind === 'failed');
    await comeBack();
    await isRefused;
    const full = { code: 'storageFull' };
    expect(await library.saveEdits()).toMatchObject([{ name: night, problem: full }]);
    heal();
    expect(await library.saveEdits()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([{ name: night }]);
  });

  it('a name that a person gives by hand since is not followed by it', async () => {
    const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen: false });
    await goAway();
    await library.handlers.renameLater({ id, name: night });
    // The next window has this one, and gives it when the file is back.
    const renamed = async () => library.handlers.rename({ id, name: 'Port' });
    await expect(renamed()).rejects.toThrow();
    await comeBack();
    expect(await library.saveEdits()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Harbour' }]);
  });

  const blue = { field: 'chat.buttons.backgroundColor', value: '#0000FF' } as const;
  const later = { name: 'Harbour', edits: [blue] };

  it.each([true, false])(
    'an edit waits for the file, too (the theme was open: %s)',
    async (isOpen) => {
      const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen });
      await goAway();
      await library.handlers.editLater({ id, ...later, edits: [{ ...blue, value: '#00FF00' }] });
      await library.handlers.renameLater({ id, name: night });
      await library.handlers.editLater({ id, ...later });
      expect(await library.saveEdits()).toMatchObject([{ problem: unsaved.problem }]);
      await comeBack();
      expect(await library.saveEdits()).toEqual([]);
      const [theme] = await themesOnDisk(folders);
      expect(theme).toMatchObject({ id, name: night });
      expect(JSON.stringify(theme)).toContain('#0000FF');
      // Each is a step of its own.
      await library.handlers.undo({ id });
      expect((await library.handlers.undo({ id })).name).toBe('Harbour');
    },
  );
});

/**
 * A name waits for its theme's file with main. The file comes back, and a scanner looks at it just then, so
 * that it can't be read for a moment once more. When it can be, the theme gets the name, and nobody is asked
 * at the end.
 */
describe('a name waits for a file that is held', () => {
  const night = 'Harbour at night';

  /** A name waits for a theme whose file is back; it can be read once `heal` is called, where it is held. */
  async function named(isHeld: boolean, pace = savedWhenAsked) {
    const made = await libraryWithFile({ pace });
    const { library, id } = made;
    await made.goAway();
    await library.handlers.renameLater({ id, name: night });
    if (isHeld) return { ...made, ...(await made.comeBackHeld()) };
    await made.comeBack();
    return { ...made, heal: () => undefined };
  }

  it.each<[string, boolean]>([
    ['the control: nobody looks at it', false],
    ['a scanner has it for a moment', true],
  ])('is given at the end: %s', async (_name, isHeld) => {
    const { library, folders, id, heal } = await named(isHeld);
    // What can be given is.
    expect(await library.saveEdits()).toHaveLength(isHeld ? 1 : 0);
    heal();
    expect(await library.saveEdits()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([{ id, name: night }]);
  });

  it('is given by itself', async () => {
    const pace = { ...savedWhenAsked, retryMs: 20, longestRetryMs: 20 };
    const { library, id, heal } = await named(true, pace);
    const isNamed = listChange(library, ({ upserted }) =>
      upserted.some((each) => each.id === id && each.name === night),
    );
    expect(await library.saveEdits()).toHaveLength(1);
    heal();
    await isNamed;
  });
});

/**
 * Foyer is quitting and saves one theme, which takes a while. Meanwhile the window gives a change of another one,
 * whose file is away: it is unsaved, and whoever quits is asked about it.
 */
describe('a change is given while Foyer quits', () => {
  const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

  async function world() {
    const made = await libraryWithFile({ pace: savedWhenAsked });
    const { library, folders } = made;
    const other = themeDocument({ name: 'Port' });
    await putTheme(folders, 'b.json', other);
    await made.goAway();
    await library.handlers.edit({ id: other.id, edits });
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    return { ...made, writing };
  }

  const unsaved = { name: 'Harbour', problem: { code: 'notFound' } };

  it.each(['saveEdits', 'flush'] as const)('%s tells of it', async (end) => {
    const { library, id, writing } = await world();
    const ended = library[end]();
    await writing.isReached;
    await library.handlers.editLater({ id, name: 'Harbour', edits });
    writing.letGo();
    expect(await ended).toMatchObject([unsaved]);
  });
});

/**
 * Changes wait for two themes whose files are away. Both come back, and the disk takes its time over the first: the
 * other one can be opened, edited, and sent meanwhile, as "no theme's edit waits for what waits for another".
 */
describe('another theme is opened while changes wait', () => {
  const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;
  const font = [{ field: 'general.font', value: 'Inter' }] as never;

  type Act = (library: Library, id: string) => unknown;
  const acts: readonly (readonly [string, Act])[] = [
    ['opened', (library, id) => library.handlers.open({ id })],
    ['edited', (library, id) => library.handlers.edit({ id, edits: font })],
    ['renamed', (library, id) => library.handlers.rename({ id, name: 'Quay' })],
    ['sent', (library, id) => library.saved(id)],
    ['deleted', (library, id) => library.handlers.remove({ ids: [id] })],
  ];

  const cases = acts.flatMap(([name, act]) =>
    (
      [
        ['the control: nothing waits for the other', false],
        ['the other waits', true],
      ] as const
    ).map(([what, isWaiting]) => [what, name, isWaiting, act] as const),
  );

  it.each(cases)('%s (%s)', async (_what, _name, isWaiting, act) => {
    const made = await libraryOfOne({ name: 'Harbour' }, { pace: savedWhenAsked });
    const { library, folders, id } = made;
    const other = themeDocument({ name: 'Other' });
    await putTheme(folders, 'b.json', other);
    await library.start();
    // A virus scanner holds both.
    const both = failing('EBUSY', 'readFrom', (path) => path.endsWith('.json'));
    if (isWaiting) await library.handlers.editLater({ id: other.id, name: 'Other', edits });
    await library.handlers.editLater({ id, name: 'Harbour', edits });
    const slow = held('readFrom', (path) => path === join(folders.themes, 'b.json'));
    both.heal();
    const trying = library.saveEdits();
    if (isWaiting) await slow.isReached;
    let isDone = false;
    const acting = Promise.resolve(act(library, id)).then(() => (isDone = true));
    await vi.waitFor(() => expect(isDone).toBe(true), { timeout: 3_000 });
    slow.letGo();
    await Promise.all([trying, acting]);
  });
});

/**
 * The disk is full when a theme gets another name. The name is held and saved as soon as there is room, as
 * every edit is, and that is what the refusal says. Of what is not held it doesn't say so.
 */
describe('a theme is renamed on a full disk', () => {
  const later = 'Your changes are kept, and Foyer saves them as soon as it can.';

  /** A theme on a disk that is full until it heals. */
  async function onAFullDisk() {
    const made = await libraryOfOne({ name: 'Harbour', tags: [] });
    await made.library.start();
    return {
      ...made,
      ...failing('ENOSPC', 'writeTo', (path) => path.startsWith(made.folders.themes)),
    };
  }

  /** What is said of the change that the disk refused. */
  async function saidOf(change: unknown): Promise<string> {
    try {
      await change;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'storageFull') {
        return problemText(error.problem).kept;
      }
      throw error;
    }
    throw new Error('The disk took it.');
  }

  it('a name is said to be saved as soon as that can be, and is', async () => {
    const { library, folders, id, heal } = await onAFullDisk();
    expect(await saidOf(library.handlers.rename({ id, name: 'Quay' }))).toBe(later);
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    heal();
    await saved;
    expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Quay' }]);
  });

  it('so are the tags of a theme that is open', async () => {
    const { library, folders, id, heal } = await onAFullDisk();
    await library.handlers.open({ id });
    const themes = [{ id, tags: ['client'] }];
    expect(await saidOf(library.handlers.setTagsOfMany({ themes }))).toBe(later);
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    heal();
    await saved;
    expect(await themesOnDisk(folders)).toMatchObject([{ tags: ['client'] }]);
  });

  it('the control: those of one that isn’t open are refused for good, and not said to be saved', async () => {
    const { library, folders, id, heal } = await onAFullDisk();
    const themes = [{ id, tags: ['client'] }];
    expect(await saidOf(library.handlers.setTagsOfMany({ themes }))).not.toBe(later);
    heal();
    await library.flush();
    expect(await themesOnDisk(folders)).toMatchObject([{ tags: [] }]);
  });
});
