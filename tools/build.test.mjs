import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourcesHash } from './build.mjs';

let folder;
const write = (name, content) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-build-'));
  write('src-main/index.ts', 'one');
  write('messages/en/app.json', '{}');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the hash of the sources', () => {
  it('changes with content, with a new file, and with a name', () => {
    const hashes = new Set([sourcesHash(folder)]);
    write('src-main/index.ts', 'two');
    hashes.add(sourcesHash(folder));
    write('src-renderer/ui/Button.svelte', '');
    hashes.add(sourcesHash(folder));
    rmSync(join(folder, 'src-renderer/ui/Button.svelte'));
    write('src-renderer/ui/Knob.svelte', '');
    hashes.add(sourcesHash(folder));
    write('package-lock.json', '{}');
    hashes.add(sourcesHash(folder));
    expect(hashes.size).toBe(5);
  });

  it('does not change with tests, with what is generated, or with the time', () => {
    const before = sourcesHash(folder);
    write('src-main/index.test.ts', 'a test');
    write('src-shared/messages/messages.js', 'generated');
    write('src-main/index.ts', 'one');
    expect(sourcesHash(folder)).toBe(before);
  });

  it('tells a file from its neighbour when text moves between them', () => {
    write('src-main/a.ts', 'xy');
    write('src-main/b.ts', '');
    const before = sourcesHash(folder);
    write('src-main/a.ts', 'x');
    write('src-main/b.ts', 'y');
    expect(sourcesHash(folder)).not.toBe(before);
  });
});
