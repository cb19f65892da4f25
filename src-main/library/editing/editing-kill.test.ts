import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../tools/bundle-program.mjs';
import { attempt, chances, expectControlToFail, times } from '../../testing/fault-tally';
import {
  putTheme,
  themeDocument,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

const kills = times(20, 100);

interface Said {
  edited: number;
  saved: number;
}

/** Runs the editor until it said `saved` so often, and some ms more; kills it; what it said last. */
function runAndKill(
  program: string,
  parameters: readonly string[],
  saves: number,
  moreMs: number,
): Promise<Said> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...parameters]);
    const said: Said = { edited: 0, saved: 0 };
    let rest = '';
    let seen = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word, number] = line.split(' ');
        said[word as keyof Said] = Number(number);
        if (word !== 'saved') continue;
        seen += 1;
        if (seen === saves) setTimeout(() => child.kill('SIGKILL'), moreMs);
      }
    });
    // One that never saves would edit for ever.
    const deadline = setTimeout(() => {
      child.kill('SIGTERM');
    }, 10_000);
    let trouble = '';
    child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
    child.on('close', (_code, signal) => {
      clearTimeout(deadline);
      if (signal === 'SIGKILL') done(said);
      else failed(new Error(`the editor ended by itself: ${trouble}`));
    });
  });
}

describe('kill -9 while a theme is edited', () => {
  it(`loses nothing that was shown as saved, ${String(kills)} times`, async () => {
    const folders = await temporaryLibraryFolders();
    const program = await bundleProgram(
      new URL('../testing/editing-program.ts', import.meta.url),
      folders.root,
    );
    const theme = themeDocument();
    theme.theme.general.font = '0';
    await putTheme(folders, 'edited.json', theme);
    const chance = chances('kill while editing');
    let timesBehind = 0;
    // On until one kill came between an edit and its save, which the control needs; one in a few does.
    for (let kill = 0; kill < kills || (timesBehind === 0 && kill < 10 * kills); kill += 1) {
      const saves = 1 + (kill % 4);
      // At any point of the write that comes next.
      const ms = chance() * 25;
      await attempt('lost', { saves, ms }, async () => {
        const said = await runAndKill(program, [folders.root, theme.id], saves, ms);
        const onDisk = await themesOnDisk(folders);
        expect(onDisk).toHaveLength(1);
        const font = Number(onDisk[0]?.theme.general.font);
        expect(font).toBeGreaterThanOrEqual(said.saved);
        expect(onDisk[0]?.theme.customCss).toBe(`/* ${String(font)} */`.repeat(5_000));
        if (font < said.edited) timesBehind += 1;
      });
    }
    // The control: taken at its edits, not at its saves, the same program loses some.
    expect(timesBehind).toBeGreaterThan(0);
    const { library } = testLibrary(folders);
    const { themes, unreadable } = await library.handlers.list(undefined);
    expect(themes.map(({ id }) => id)).toEqual([theme.id]);
    expect(unreadable).toEqual([]);
    // Only hidden leftovers of killed writes lie beside it.
    const others = (await readdir(folders.themes)).filter((name) => name !== 'edited.json');
    expect(others.filter((name) => !name.startsWith('.foyer-'))).toEqual([]);
  }, 180_000);

  it('control: a plain writeFile leaves files that no one can read', async () => {
    const folders = await temporaryLibraryFolders();
    const program = join(folders.root, 'plain.cjs');
    await writeFile(program, plainEditor);
    const file = join(folders.themes, 'edited.json');
    await writeFile(file, JSON.stringify(themeDocument()));
    let unreadable = 0;
    // It loses one in a few.
    for (let kill = 0; kill < 100 && unreadable === 0; kill += 1) {
      await runAndKill(program, [file], 1 + (kill % 4), Math.random() * 25);
      const text = await readFile(file, 'utf8');
      try {
        JSON.parse(text);
      } catch {
        unreadable += 1;
        await writeFile(file, JSON.stringify(themeDocument()));
      }
    }
    expectControlToFail('edits kept by a plain writeFile', unreadable);
  }, 180_000);
});

/** The same edits, saved as one would without a store. */
const plainEditor = `
const { readFileSync, writeSync } = require('node:fs');
const { writeFile } = require('node:fs/promises');
const [file] = process.argv.slice(2);
(async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  for (let number = 1; ; number += 1) {
    document.theme.customCss = ('/* ' + number + ' */').repeat(200_000);
    writeSync(1, 'edited ' + number + '\\n');
    await writeFile(file, JSON.stringify(document));
    writeSync(1, 'saved ' + number + '\\n');
  }
})();
`;
