import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Preferences, preferencesSchema } from '@shared/bridge/app';
import { ProblemError } from '@shared/problem-error';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import type { BackupPart } from './transfer';
import { onDisk, trial, type Trial } from './trial-transfer';

describe('a restore', () => {
  function theme(name: string, changes: object = {}): object {
    return {
      format: 1,
      id: `id-${name}`,
      name,
      tags: [],
      updatedAt: '2026-01-01T00:00:00.000Z',
      publications: {},
      theme: newTheme(),
      ...changes,
    };
  }

  /** Writes a backup as anybody could make it, and chooses it. */
  async function choose(mine: Trial, themes: unknown, parts: unknown = {}): Promise<void> {
    const path = join(mine.root, 'backup.json');
    const backup = { foyer: 'backup', format: 1, exportedAt: 'x', themes, parts };
    await writeFile(path, JSON.stringify(backup));
    mine.opens = [path];
  }

  const fault = (reason: string, more: object = {}): object => ({
    problem: { code: 'importRefused', fault: { reason, ...more } },
  });

  /** A part that is a list of texts, and what of it was put back. */
  function listPart(put: string[], name = 'shortcuts'): BackupPart {
    return {
      name,
      collect: () => ['one', 'two'],
      prepare: (value) => {
        const list = z.array(z.string()).parse(value);
        return async () => put.push(...list);
      },
    };
  }

  describe('a restore that meets what it can’t read', () => {
    it('leaves that theme out with its reason, and restores the others', async () => {
      const mine = await trial();
      await choose(mine, [
        theme('Good'),
        theme('Numbered', { name: 5 }),
        theme('Later', { format: 2 }),
        theme('Long', { id: 'x'.repeat(101) }),
        JSON.parse('{"__proto__":{"polluted":true},"name":"Odd"}'),
        'no theme',
      ]);
      const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
      expect(report).toMatchObject({ added: 1, notDone: 0, isStopped: false });
      expect(report?.failed).toMatchObject([
        { name: 'themes.1', ...fault('wrongType', { at: 'themes.1.name', expected: 'text' }) },
        { name: 'Later', ...fault('notOneOf', { at: 'themes.2.format', values: ['1'] }) },
        { name: 'Long', ...fault('tooLong', { at: 'themes.3.id', limit: 100 }) },
        { name: 'Odd', ...fault('forbiddenKey', { at: 'themes.4', key: '__proto__' }) },
        { name: 'themes.5', ...fault('wrongType', { at: 'themes.5', expected: 'object' }) },
      ]);
      expect((await onDisk(mine)).map(({ name }) => name)).toEqual(['Good']);
    });

    it('takes one preference of a newer Foyer out, and the others', async () => {
      const taken: object[] = [];
      const all = { appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true } as const;
      const part: BackupPart = {
        name: 'preferences',
        collect: () => all,
        prepare: (value) => {
          const given = preferencesSchema.partial().parse(value);
          return async () => {
            taken.push(given);
            return Object.keys(given).length;
          };
        },
      };
      const mine = await trial({ parts: [part] });
      await choose(mine, [theme('Good')], { preferences: { ...all, appearance: 'sepia' } });
      const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
      const { appearance: _newer, ...known } = all;
      expect(report).toMatchObject({
        added: 1,
        parts: { preferences: Object.keys(known).length },
        failed: [
          {
            part: 'preferences',
            name: 'appearance',
            ...fault('notOneOf', { at: 'parts.preferences.appearance' }),
          },
        ],
      });
      expect(taken).toEqual([known]);
    });

    it('leaves out one entry of a part, or a part that is none, and restores the rest', async () => {
      const put: string[] = [];
      const mine = await trial({ parts: [listPart(put), listPart(put, 'others')] });
      await choose(mine, [theme('Good')], { shortcuts: ['one', 2, 'three'], others: 'none' });
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        added: 1,
        parts: { shortcuts: 2 },
        failed: [
          { part: 'shortcuts', name: '1', ...fault('wrongType', { at: 'parts.shortcuts.1' }) },
          { part: 'others', name: '', ...fault('wrongType', { expected: 'list' }) },
        ],
      });
      expect(put).toEqual(['one', 'three']);
      await choose(mine, [theme('Good')], ['no parts']);
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        same: 1,
        parts: {},
        failed: [{ part: 'parts', ...fault('wrongType', { at: 'parts', expected: 'object' }) }],
      });
    });
  });

  describe('a restore that fails in the middle', () => {
    /** A library whose disk refuses the theme of that name, for that reason. */
    function refusing(name: string, error: unknown): Parameters<typeof trial>[0] {
      return {
        wrap: (library) => ({
          ...library,
          putBack: async (document, ...how) => {
            if (document.name === name) throw error;
            return library.putBack(document, ...how);
          },
        }),
      };
    }

    it('tells what was restored, what failed and why, and what was not tried', async () => {
      const put: string[] = [];
      const full = new ProblemError({ code: 'storageFull', path: 'x' });
      const mine = await trial({ ...refusing('C', full), parts: [listPart(put)] });
      await choose(
        mine,
        ['A', 'B', 'C', 'D'].map((name) => theme(name)),
        { shortcuts: ['one'] },
      );
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        themes: [
          { id: 'id-A', name: 'A', outcome: 'added' },
          { id: 'id-B', name: 'B', outcome: 'added' },
        ],
        added: 2,
        notDone: 1,
        isStopped: false,
        failed: [{ part: 'themes', name: 'C', problem: { code: 'storageFull' } }],
        parts: {},
        partsNotDone: ['shortcuts'],
      });
      expect(put).toEqual([]);
    });

    it('goes on after one theme that only itself is wrong, even unforeseen', async () => {
      const mine = await trial(refusing('B', new Error('unforeseen')));
      await choose(
        mine,
        ['A', 'B', 'C'].map((name) => theme(name)),
      );
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        added: 2,
        notDone: 0,
        failed: [{ name: 'B', problem: { code: 'internal' } }],
      });
    });

    it('names an entry that a part leaves out because of what is here', async () => {
      const problem = { code: 'shortcutNameTaken', name: 'Reception' } as const;
      const part: BackupPart = {
        name: 'previewShortcuts',
        collect: () => [],
        prepare: () => (leaveOut) => {
          leaveOut('Reception', problem);
          return Promise.resolve(1);
        },
      };
      const mine = await trial({ parts: [part] });
      await choose(mine, [theme('A')], { previewShortcuts: [] });
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        parts: { previewShortcuts: 1 },
        failed: [{ part: 'previewShortcuts', name: 'Reception', problem }],
      });
    });

    it('tells of a part that can’t be kept', async () => {
      const part: BackupPart = {
        name: 'connections',
        collect: () => [],
        prepare: () => async () => {
          throw new ProblemError({ code: 'storageReadOnly', path: 'x' });
        },
      };
      const mine = await trial({ parts: [part, listPart([])] });
      await choose(mine, [theme('A')], { connections: [], shortcuts: ['one'] });
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        added: 1,
        failed: [{ part: 'connections', problem: { code: 'storageReadOnly' } }],
        partsNotDone: ['shortcuts'],
      });
    });
  });

  describe('restoring over what is here', () => {
    it('keeps what it replaces as a version, even if it was edited a moment ago', async () => {
      const mine = await trial();
      const here = theme('Here', {
        id: 'same',
        updatedAt: new Date().toISOString(),
        theme: { ...newTheme(), customCss: '/* here */' },
      });
      await writeFile(join(mine.themes, 'a.json'), JSON.stringify(here));
      await choose(mine, [theme('Given', { id: 'same' })]);
      expect(await mine.transfer.restore({ ifDifferent: 'replace' })).toMatchObject({
        replaced: 1,
      });
      const { handlers } = mine.library;
      const { versions } = await handlers.versions({ id: 'same' });
      expect(versions).toMatchObject([{ reason: 'restored' }]);
      const [{ version } = { version: 0 }] = versions;
      expect(await handlers.version({ id: 'same', version })).toMatchObject({
        name: 'Here',
        theme: { customCss: '/* here */' },
      });
    });

    it('does not make two themes of one template', async () => {
      const mine = await trial();
      const publications = { 'https://a.example/v1 ws': { templateId: 't', at: 'x' } };
      await writeFile(join(mine.themes, 'a.json'), JSON.stringify(theme('Here', { publications })));
      const free = { 'https://b.example/v1 ws': { templateId: 't', at: 'x' } };
      await choose(mine, [theme('Given', { publications: { ...publications, ...free } })]);
      expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
        themes: [{ name: 'Given', leftLink: 'usedByAnother' }],
      });
      const linked = new Map((await onDisk(mine)).map((one) => [one.name, one.publications]));
      expect(linked).toEqual(
        new Map<string, object>([
          ['Given', free],
          ['Here', publications],
        ]),
      );
    });

    it('brings back a link that waits for when another theme loses the template', async () => {
      const key = 'https://a.example/v1 ws';
      const linked = (at: string) => ({ publications: { [key]: { templateId: 't', at } } });
      const mine = await trial();
      const has = theme('Has it', linked('2026-02-05T00:00:00.000Z'));
      const waits = theme('Waits', linked('2026-01-05T00:00:00.000Z'));
      await writeFile(join(mine.themes, 'a.json'), JSON.stringify(has));
      await writeFile(join(mine.themes, 'b.json'), JSON.stringify(waits));
      mine.saves = join(mine.root, 'backup.foyer');
      await mine.transfer.backup(undefined);
      const other = await trial();
      other.opens = [mine.saves];
      await other.transfer.restore({ ifDifferent: 'keepBoth' });
      expect(await onDisk(other)).toEqual(await onDisk(mine));
      await other.library.handlers.remove({ ids: ['id-Has it'] });
      expect(await other.library.withTemplate(key, 't')).toBe('id-Waits');
    });

    it.each(['x'.repeat(10_000), '👩‍👩‍👧'.repeat(40), `${'y'.repeat(199)}👧`])(
      'keeps both only once of a name over 200 characters',
      async (name) => {
        const mine = await trial();
        await choose(mine, [theme('Long', { name, tags: ['given'] })]);
        const restore = () => mine.transfer.restore({ ifDifferent: 'keepBoth' });
        await restore();
        await mine.library.handlers.setTags({ id: 'id-Long', tags: ['here'] });
        expect(await restore()).toMatchObject({ keptBoth: 1 });
        const once: ThemeDocument[] = await onDisk(mine);
        expect(await restore()).toMatchObject({ same: 1, keptBoth: 0 });
        expect(await restore()).toMatchObject({ same: 1, keptBoth: 0 });
        expect(await onDisk(mine)).toEqual(once);
        // No half of a character at the end.
        for (const one of once) expect(one.name).not.toMatch(/[\uD800-\uDFFF]/u);
      },
    );
  });

  it('tells of a backup what is not in it, although the rest is', async () => {
    const parts = [{ ...listPart([]), collect: () => ['one', 2] }];
    const mine = await trial({ parts });
    await writeFile(join(mine.themes, 'a.json'), JSON.stringify(theme('Good')));
    let deep: unknown = 'bottom';
    for (let level = 0; level < 995; level += 1) deep = { deep };
    await writeFile(join(mine.themes, 'b.json'), JSON.stringify({ ...theme('Deep'), deep }));
    mine.saves = join(mine.root, 'made.json');
    expect(await mine.transfer.backup(undefined)).toMatchObject({
      count: 1,
      leftOut: [
        { part: 'themes', name: 'Deep', ...fault('tooDeep', { limit: 990 }) },
        { part: 'shortcuts', name: '1', ...fault('wrongType') },
      ],
    });
    const made = JSON.parse(await readFile(mine.saves, 'utf8')) as object;
    expect(made).toMatchObject({ themes: [{ name: 'Good' }], parts: { shortcuts: ['one'] } });
  });
});

/**
 * A backup of a newer Foyer has one saved filter, or a star, that this one does not know, as a preferences'
 * file may (decision 0015: another entry of a list needs no new number). It takes none of the others along.
 */
describe('one filter of a backup', () => {
  type Lists = Pick<Preferences, 'savedFilters' | 'favourites'>;

  const listsSchema = preferencesSchema.pick({ savedFilters: true, favourites: true });
  const filter = (name: string, kind = 'all') => ({ name, query: name, filter: kind, tag: null });

  /** A person's Foyer, with a part of its backups that has these lists. */
  async function withLists(kept: object = {}) {
    let here: Lists = {};
    const part: BackupPart = {
      name: 'preferences',
      collect: () => kept,
      prepare(value) {
        const given = listsSchema.parse(value);
        return () => {
          here = given;
          return Promise.resolve(1);
        };
      },
    };
    const mine = await trial({ parts: [part] });
    const file = join(mine.root, 'Foyer backup.foyer');
    mine.opens = [file];
    mine.saves = file;
    return { ...{ mine, file }, here: () => here };
  }

  /** What a person has, and is told, once a backup with these lists is restored. */
  async function restored(savedFilters: readonly object[], favourites: readonly unknown[]) {
    const { mine, file, here } = await withLists();
    const exportedAt = '2026-11-20T09:30:00.000Z';
    const parts = { preferences: { savedFilters, favourites } };
    const backup = { foyer: 'backup', format: 1, exportedAt, themes: [], parts };
    await writeFile(file, JSON.stringify(backup));
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    const { savedFilters: filters, favourites: stars } = here();
    return { names: filters?.map(({ name }) => name), stars, failed: report?.failed };
  }

  it('the control: all of them are known', async () => {
    const { names, stars, failed } = await restored([filter('Spring'), filter('Last')], ['aurora']);
    expect({ names, stars, failed }).toEqual({
      ...{ names: ['Spring', 'Last'], stars: ['aurora'], failed: [] },
    });
  });

  it('a filter that is not known is left out alone, and named', async () => {
    const { names, stars, failed } = await restored(
      [filter('Spring'), filter('Old ones', 'archived'), filter('Last')],
      ['aurora'],
    );
    expect({ names, stars }).toEqual({ names: ['Spring', 'Last'], stars: ['aurora'] });
    const fault = { reason: 'notOneOf', at: 'parts.preferences.savedFilters.1.filter' };
    expect(failed).toMatchObject([{ name: 'Old ones', problem: { fault } }]);
  });

  it('so is a star, and the filters are there', async () => {
    const { names, stars, failed } = await restored(
      [filter('Spring')],
      ['aurora', 'citrus', { theme: 'of-a-newer-foyer' }, 'mistral'],
    );
    expect({ names, stars }).toEqual({ names: ['Spring'], stars: ['aurora', 'citrus', 'mistral'] });
    expect(failed).toMatchObject([
      { problem: { fault: { at: 'parts.preferences.favourites.2' } } },
    ]);
  });

  it('where none of the filters is known, the stars are there', async () => {
    const { names, stars, failed } = await restored([filter('Old ones', 'archived')], ['aurora']);
    expect({ names, stars }).toEqual({ names: undefined, stars: ['aurora'] });
    expect(failed?.map(({ name }) => name)).toEqual(['Old ones']);
  });

  it('a list of which hardly anything can be read is left out as one', async () => {
    const numbers = Array.from({ length: 2_000 }, (_none, at) => at);
    const { names, stars, failed } = await restored([filter('Spring')], numbers);
    expect({ names, stars }).toEqual({ names: ['Spring'], stars: undefined });
    expect(failed?.map(({ name }) => name)).toEqual(['favourites']);
  });

  it('one that would not be read back is left out as the backup is saved, alone and named', async () => {
    const savedFilters = [filter('Spring'), filter('Old ones', 'archived')];
    const { mine, file } = await withLists({ savedFilters });
    const saved = await mine.transfer.backup(undefined);
    expect(saved?.leftOut.map(({ name }) => name)).toEqual(['Old ones']);
    const written = JSON.parse(await readFile(file, 'utf8')) as object;
    expect(written).toMatchObject({ parts: { preferences: { savedFilters: [filter('Spring')] } } });
  });
});
