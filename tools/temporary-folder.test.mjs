import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, runNode } from './running.mjs';
import { countLeft, ownTemporaryFolder } from './temporary-folder.mjs';

let temporary;

beforeEach(() => {
  temporary = ownTemporaryFolder();
});

afterEach(() => {
  temporary.remove();
});

describe('what a run leaves in the temporary folder', () => {
  it('is named, counts as a failure, and is taken away', () => {
    const folder = temporary.env.TMPDIR;
    const left = mkdtempSync(join(folder, 'scoped_dir'));
    writeFileSync(join(left, 'SingletonSocket'), '');
    const names = temporary.takeLeft();
    expect(readdirSync(folder)).toEqual([]);
    const { failed, notes } = countLeft({ passed: 7, failed: 0, notes: ['1 skipped'] }, names);
    expect(failed).toBe(1);
    expect(notes[0]).toBe('1 skipped');
    expect(notes[1]).toMatch(/^left in the temporary folder: scoped_dir\w{6}$/u);
  });

  it('is nothing when all was taken away, and then changes nothing', () => {
    const count = { passed: 7, failed: 2, notes: [] };
    expect(countLeft(count, temporary.takeLeft())).toEqual(count);
  });

  it('is named in one line, however much it is', () => {
    const names = Array.from({ length: 23 }, (_, at) => `scoped_dir${String(at)}`);
    const { failed, notes } = countLeft({ passed: 1, failed: 1, notes: [] }, names);
    expect(failed).toBe(2);
    expect(notes[0]).toMatch(/scoped_dir4 and 18 more$/u);
  });

  it('goes with the process that had the folder, also when it fails', async () => {
    const script = `
      import { mkdtempSync } from 'node:fs';
      import { ownTemporaryFolder } from './tools/temporary-folder.mjs';
      const { env } = ownTemporaryFolder();
      mkdtempSync(env.TMPDIR + '/left-');
      console.log(env.TMPDIR);
      process.exit(1);
    `;
    const { code, output } = await runNode(['--input-type=module', '--eval', script], {
      cwd: root,
      quiet: true,
    });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/foyer-run-\w{6}$/u);
    expect(existsSync(output.trim())).toBe(false);
  });
});
