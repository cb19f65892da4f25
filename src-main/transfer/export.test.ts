import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { bare, custom, text } from './testing/files-of-a-theme';
import { onDisk, trial, type Trial } from './trial-transfer';

/** Themes that are exported, and what is said of those that can't be. */
describe('export', () => {
  it('writes one theme under its own name, and it comes back the same', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('Océan Bleu.json')] });
    mine.saves = join(mine.root, 'out.json');
    expect(await mine.transfer.exportThemes({ themes: imported })).toEqual({
      file: 'out.json',
      count: 1,
      leftOut: [],
    });
    expect(mine.asked).toEqual(['ocean-bleu.foyer']);
    mine.opens = [mine.saves];
    const again = await mine.transfer.importFiles(undefined);
    expect(again?.imported).toMatchObject([{ name: 'Océan Bleu 2', kind: 'export', leftOut: [] }]);
    const [first, second] = await onDisk(mine);
    expect(second?.theme).toEqual(first?.theme);
  });

  it('writes the whole library, but nothing of where it was published', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('A'), bare('B')] });
    await mine.library.setPublication(imported[0]?.id ?? '', 'https://a.example/v1 ws-secret', {
      templateId: 't',
      at: '2026-01-01T00:00:00.000Z',
      sent: { name: 'A', theme: custom },
    });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ themes: 'all' })).toMatchObject({ count: 2 });
    expect(mine.asked).toEqual(['Foyer themes.foyer']);
    const written = await readFile(mine.saves, 'utf8');
    expect(written.startsWith('{\n  "foyer": "themes",\n  "format": 1')).toBe(true);
    expect(written).not.toContain('ws-secret');
  });

  it('writes nothing when no place was chosen', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare()] });
    expect(await mine.transfer.exportThemes({ themes: imported })).toBeNull();
  });

  it('names what it left out: themes of a newer Foyer, files that cannot be read', async () => {
    const mine = await trial();
    await writeFile(
      join(mine.themes, 'new.json'),
      text({ format: 2, id: 'n', name: 'New', theme: custom }),
    );
    await writeFile(join(mine.themes, 'cut.json'), '{');
    await mine.transfer.importTexts({ files: [bare()] });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ themes: 'all' })).toMatchObject({
      count: 1,
      leftOut: [
        { part: 'themes', name: 'New', problem: { code: 'themeReadOnly' } },
        { part: 'themes', name: 'cut.json', problem: { code: 'fileDamaged' } },
      ],
    });
  });
});

/** An export beside a theme that an import would refuse: a file made by hand, or by another program. */
describe('an export of what an import refuses', () => {
  const usual = newTheme();
  const file = (id: string, name: string, theme: object) =>
    JSON.stringify({ format: 1, id, name, tags: [], updatedAt: '', publications: {}, theme });

  it.each([
    // Fonts of its own, as base64 in the style sheet: more than the editor takes, less than a file may have.
    ['a long style sheet', { ...usual, customCss: `/* ${'x'.repeat(2_000_001)} */` }],
    ['a long font list', { ...usual, general: { ...usual.general, font: 'x'.repeat(2_001) } }],
    ['half of an emoji', { ...usual, customCss: '.a::after { content: "\ud83d" }' }],
  ])('of the whole library can be imported, or names %s as left out', async (_what, odd) => {
    const mine = await trial();
    await writeFile(join(mine.themes, 'odd.json'), file('odd', 'Odd', odd));
    await writeFile(join(mine.themes, 'good.json'), file('good', 'Good', usual));
    mine.saves = join(mine.root, 'all.foyer');
    const exported = await mine.transfer.exportThemes({ themes: 'all' });
    const told = exported?.leftOut.map(({ name }) => name) ?? [];

    const others = await trial();
    others.opens = [mine.saves];
    const report = await others.transfer.importFiles(undefined);
    const came = report?.imported.map(({ name }) => name) ?? [];
    // What is said to be in the file comes out of it.
    expect([...came, ...told].sort()).toEqual(['Good', 'Odd']);
  });

  it('of such a theme alone says why, and asks for no file', async () => {
    const mine = await trial();
    const odd = { ...usual, customCss: 'x'.repeat(2_000_001) };
    await writeFile(join(mine.themes, 'odd.json'), file('odd', 'Odd', odd));
    mine.saves = join(mine.root, 'odd.foyer');
    const fault = { reason: 'tooLong', at: 'theme.customCss', limit: 2_000_000 };
    await expect(
      mine.transfer.exportThemes({ themes: [{ id: 'odd', name: 'Odd' }] }),
    ).rejects.toMatchObject({
      problem: { code: 'exportRefused', name: 'Odd', fault },
    });
    await expect(readdir(mine.root)).resolves.not.toContain('odd.foyer');
  });
});

/**
 * A person exports the themes that they have selected while an import is still under way; until the export's turn comes,
 * another program takes the file of one of them away. What isn't in the export is named, with the reason.
 */
describe('a theme that goes away before its export', () => {
  const text = (name: string) => JSON.stringify({ name, theme: newTheme() });

  /** What came of exporting two, of which the file of the second goes away while the export waits for its turn. */
  async function exported(isGone: boolean) {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => (end = done));
    let writes = 0;
    const mine: Trial = await trial({
      wrap: (room) => ({
        ...room,
        addForeign: async (...theme) => {
          const added = await room.addForeign(...theme);
          writes += 1;
          if (writes === 3) await ended;
          return added;
        },
      }),
    });
    await mine.library.start();
    await mine.transfer.importTexts({
      files: ['One', 'Two'].map((name) => ({ name, text: text(name) })),
    });
    const { themes } = await mine.library.handlers.list(undefined);
    const long = mine.transfer.importTexts({ files: [{ name: 'long', text: text('Three') }] });
    await vi.waitFor(() => expect(writes).toBe(3));
    mine.saves = join(mine.root, 'saved.foyer');
    const asked = mine.transfer.exportThemes({ themes });
    if (isGone) {
      for (const file of await readdir(mine.themes)) {
        const path = join(mine.themes, file);
        if ((await readFile(path, 'utf8')).includes('"name": "Two"')) await rm(path);
      }
      await mine.library.rescan();
    }
    end();
    await long;
    return asked;
  }

  it('the control: both are there', async () => {
    expect(await exported(false)).toMatchObject({ count: 2, leftOut: [] });
  });

  it('the one that went away is named', async () => {
    const done = await exported(true);
    expect(done).toMatchObject({ count: 1 });
    expect(done?.leftOut).toMatchObject([{ name: 'Two', problem: { code: 'notFound' } }]);
  });
});

/**
 * One theme is exported, and its file can't be read just then: another program wrote half of it, or has it for a moment.
 * Why it isn't exported is said; not that there is no such theme.
 */
describe('a theme that can’t be read for its export', () => {
  /** What exporting these gives, of two of which the file of the first is damaged as it is read. */
  async function exported(names: readonly string[]) {
    const mine = await trial();
    await mine.library.start();
    await mine.transfer.importTexts({
      files: ['One', 'Two'].map((name) => ({
        name,
        text: JSON.stringify({ name, theme: newTheme() }),
      })),
    });
    await mine.library.flush();
    const { themes } = await mine.library.handlers.list(undefined);
    for (const file of await readdir(mine.themes)) {
      const path = join(mine.themes, file);
      const text = await readFile(path, 'utf8');
      if (text.includes('"name": "One"')) await writeFile(path, text.slice(0, 40));
    }
    mine.saves = join(mine.root, 'saved.foyer');
    return mine.transfer.exportThemes({
      themes: themes.filter(({ name }) => names.includes(name)),
    });
  }

  const damaged = expect.objectContaining({ code: 'fileDamaged' }) as unknown;

  it('the control: beside another one, it is named with the reason', async () => {
    expect(await exported(['One', 'Two'])).toMatchObject({
      count: 1,
      leftOut: [{ name: 'One', problem: damaged }],
    });
  });

  it('alone, it is said why', async () => {
    await expect(exported(['One'])).rejects.toMatchObject({ problem: damaged });
  });
});
