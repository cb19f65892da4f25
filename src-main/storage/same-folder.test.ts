import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSameFolder } from './same-folder';
import { temporaryFolder } from '../testing/temporary-folder';

describe('one folder by two paths', () => {
  it('is known by its device and inode, and two folders are two', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'one'));
    await mkdir(join(root, 'two'));
    await symlink('one', join(root, 'link'));
    expect(await isSameFolder(join(root, 'one'), join(root, 'link'))).toBe(true);
    expect(await isSameFolder(join(root, 'one'), join(root, 'two'))).toBe(false);
    expect(await readdir(join(root, 'two'))).toEqual([]);
  });

  it('is known by a file that is written by the one and seen by the other', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'one'));
    await symlink('one', join(root, 'link'));
    const differ = () => Promise.resolve(false);
    expect(await isSameFolder(join(root, 'one'), join(root, 'link'), differ)).toBe(true);
    expect(await readdir(join(root, 'one'))).toEqual([]);
  });

  it('is not guessed where it can’t be found out', async () => {
    const root = await temporaryFolder();
    const gone = join(root, 'gone');
    await expect(isSameFolder(root, gone)).rejects.toMatchObject({ kind: 'missing', path: gone });
  });
});
