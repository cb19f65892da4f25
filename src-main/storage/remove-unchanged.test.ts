import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash';
import { removeUnchanged, returnAside } from './remove-unchanged';
import { temporaryFolder } from '../testing/temporary-folder';

describe('removing a file as it was seen', () => {
  it('removes what is expected, and puts back what is not', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    expect(await removeUnchanged(path, contentHash('1'))).toBe('missing');
    await writeFile(path, '2');
    expect(await removeUnchanged(path, contentHash('1'))).toBe('changed');
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await removeUnchanged(path, contentHash('2'))).toBe('removed');
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('removes a link, and not what it leads to', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'b.json'), '1');
    await symlink(join('real', 'b.json'), join(folder, 'a.json'));
    expect(await removeUnchanged(join(folder, 'a.json'), contentHash('1'))).toBe('removed');
    await expect(lstat(join(folder, 'a.json'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(folder, 'real', 'b.json'), 'utf8')).toBe('1');
  });

  it('loses nothing where it was killed on the way: the file comes back', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, '.foyer-1-0123456789ab.aside.json'), 'theirs');
    // Another computer may be at it.
    const isKept = (text: string) => Promise.resolve(text !== 'theirs');
    expect(await returnAside(folder, 60_000, isKept)).toBe(0);
    expect(await returnAside(folder, 0, isKept)).toBe(1);
    expect(await readdir(folder)).toEqual(['recovered-0123456789ab.json']);
    expect(await readFile(join(folder, 'recovered-0123456789ab.json'), 'utf8')).toBe('theirs');
  });
});
