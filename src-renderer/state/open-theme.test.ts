import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit } from '@shared/theme/fields';
import { newTheme } from '@shared/theme/theme';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain, type FakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { reports } from '../ui/reports.svelte';

/** A main that answers edits when the test says so. */
let main: FakeMain;
let document: OpenTheme;
let answers: ((open: OpenTheme) => void)[];
let end: () => void;
let open: OpenThemeState;

const edit = (value: string): ThemeEdit => ({ field: 'general.font', value });
const font = () => open.theme?.general.font;

/** Whether its file is in the library. */
let isThere: boolean;

/** What main has after an edit. */
function edited(value: string): OpenTheme {
  document = {
    ...document,
    version: document.version + 1,
    theme: withThemeField(document.theme, edit(value)),
    canUndo: true,
  };
  return document;
}

beforeEach(async () => {
  document = {
    id: 't1',
    version: 1,
    name: 'Harbour',
    tags: [],
    theme: newTheme(),
    isReadOnly: false,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
    places: [],
    publications: {},
  };
  answers = [];
  isThere = true;
  main = installFakeMain({
    library: {
      open: () => {
        if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return document;
      },
      edit: () => {
        if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return new Promise<OpenTheme>((resolve) => answers.push(resolve));
      },
      undo: () => {
        throw new ProblemError({ code: 'nothingToUndo' });
      },
      rename: () => {
        if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return { replaced: 'Aster' };
      },
      renameLater: () => undefined,
      editLater: () => undefined,
      remove: ({ ids }) => {
        main.emit('library.changed', { revision: 2, upserted: [], removed: ids });
        return { ids, problem: null, entries: [] };
      },
    },
  });
  open = new OpenThemeState('t1');
  end = open.start();
  await vi.waitFor(() => expect(open.said).not.toBeNull());
});

afterEach(() => {
  end();
  for (const { id } of reports.list) reports.dismiss(id);
});

describe('OpenThemeState', () => {
  it('shows an edit at once and sends it at once', async () => {
    open.edit([edit('L')], 'g1');
    expect(font()).toBe('L');
    expect(open.save).toEqual({ kind: 'saving' });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(main.log.at(-1)).toEqual({
      name: 'library.edit',
      input: { id: 't1', edits: [edit('L')], gesture: 'g1' },
    });
  });

  it('never goes back to an older edit while a newer one is under way', async () => {
    open.edit([edit('L')]);
    open.edit([edit('Lo')]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    const first = edited('L');
    main.emit('library.themeChanged', first);
    expect(font()).toBe('Lo');
    answers[0]?.(first);
    await Promise.resolve();
    expect(font()).toBe('Lo');
    answers[1]?.(edited('Lo'));
    await open.settled();
    flushSync();
    expect(font()).toBe('Lo');
    expect(open.save?.kind).toBe('saved');
  });

  it('leaves what main refused because the file had just gone away with main, until it is back', async () => {
    isThere = false;
    open.edit([edit('L')]);
    open.edit([edit('Lora')], 'typing');
    await open.settled();
    expect(font()).toBe('Lora');
    expect(reports.list).toEqual([]);
    expect(main.log.filter(({ name }) => name === 'library.editLater')).toEqual([
      {
        name: 'library.editLater',
        input: { id: 't1', name: 'Harbour', edits: [edit('Lora')], gesture: 'typing' },
      },
    ]);
    isThere = true;
    document = edited('Lora');
    main.emit('library.changed', { revision: 2, upserted: [], removed: [] });
    await vi.waitFor(() => expect(open.isGone).toBe(false));
    expect(font()).toBe('Lora');
  });

  it('leaves the newest edit of a field in force where the file was back for it', async () => {
    isThere = false;
    open.edit([edit('L')]);
    isThere = true;
    open.edit([edit('Lora')]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(edited('Lora'));
    await open.settled();
    flushSync();
    expect(font()).toBe('Lora');
    expect(main.log.map(({ name }) => name)).not.toContain('library.editLater');
  });

  it('has a name given once the file is back that had just gone away', async () => {
    isThere = false;
    expect(await open.rename('Quay')).toBe(false);
    expect(main.log).toContainEqual({
      name: 'library.renameLater',
      input: { id: 't1', name: 'Quay' },
    });
  });

  it('takes over what others change, and ignores what is older', () => {
    const newer = edited('Lora');
    main.emit('library.themeChanged', newer);
    expect(font()).toBe('Lora');
    main.emit('library.themeChanged', { ...newer, version: 1, theme: newTheme() });
    expect(font()).toBe('Lora');
    main.emit('library.themeChanged', { ...newer, id: 'other', version: 99, theme: newTheme() });
    expect(font()).toBe('Lora');
  });

  it('hears of a save, which changes no version', () => {
    main.emit('library.themeChanged', { ...document, save: { kind: 'saving' } });
    expect(open.save).toEqual({ kind: 'saving' });
    main.emit('library.themeChanged', document);
    expect(open.save?.kind).toBe('saved');
  });

  it('shows what main has, and says why, when an edit is refused', async () => {
    installFakeMain({
      library: {
        edit: () => {
          throw new ProblemError({ code: 'themeReadOnly', name: 'Harbour' });
        },
      },
    });
    open.edit([edit('Lora')]);
    await open.settled();
    expect(font()).toBe('Open Sans');
    expect(reports.list.at(-1)?.problem.code).toBe('themeReadOnly');
  });

  it('says nothing when there is nothing to undo after all', async () => {
    main.emit('library.themeChanged', { ...document, version: 2, canUndo: true });
    open.undo();
    await open.settled();
    expect(reports.list).toEqual([]);
  });

  it('edits nothing while its file is gone, and goes on when it is put back', async () => {
    const change = { revision: 2, upserted: [], removed: [] };
    main.emit('library.changed', { ...change, removed: ['another'] });
    expect(open.isGone).toBe(false);
    isThere = false;
    main.emit('library.changed', { ...change, revision: 3, removed: ['t1'] });
    expect(open.isGone).toBe(true);
    open.edit([edit('Lora')]);
    expect(font()).toBe('Open Sans');
    // Read anew by main, its versions are counted from the start.
    document = { ...document, version: 0, theme: withThemeField(document.theme, edit('Karla')) };
    isThere = true;
    const { id, name, tags, theme, places, isReadOnly } = document;
    const summary = { id, name, tags, theme, places, isReadOnly };
    const back = { ...summary, updatedAt: '2026-11-20T14:06:00.000Z', hasCustomCss: false };
    main.emit('library.changed', { ...change, revision: 4, upserted: [back] });
    await vi.waitFor(() => expect(open.isGone).toBe(false));
    expect(font()).toBe('Karla');
  });

  it('is not called gone when it is deleted here', async () => {
    isThere = false;
    await open.remove();
    expect(open.isGone).toBe(false);
    expect(open.problem).toBeNull();
  });

  it('edits nothing in a theme that can only be read', () => {
    main.emit('library.themeChanged', { ...document, version: 2, isReadOnly: true });
    open.edit([edit('Lora')]);
    expect(font()).toBe('Open Sans');
    expect(open.canUndo).toBe(false);
  });
});
