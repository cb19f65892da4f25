import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash';
import { StorageError } from './storage-error';
import { temporaryFolder } from '../testing/temporary-folder';
import { writeAtOnce } from './write-at-once';

const posix = process.platform !== 'win32';

async function file(content: string) {
  const folder = await temporaryFolder();
  const path = join(folder, 'Blue.json');
  await writeFile(path, content, { mode: 0o640 });
  return { folder, path, content: () => readFile(path, 'utf8'), names: () => readdir(folder) };
}

describe('writeAtOnce', () => {
  it('has written when it returns, with the permissions of before, and leaves nothing beside', async () => {
    const { path, content, names } = await file('old');
    const result = writeAtOnce(path, 'new', [contentHash('older'), contentHash('old')]);
    expect(result).toEqual({ outcome: 'written', hash: contentHash('new') });
    expect(await content()).toBe('new');
    if (posix) expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await names()).toEqual(['Blue.json']);
  });

  it('leaves what someone else wrote, and puts ours beside it, each time under another name', async () => {
    const { folder, path, content, names } = await file('theirs');
    for (const ours of ['ours', 'ours again']) {
      const result = writeAtOnce(path, ours, [contentHash('read before')]);
      if (result.outcome !== 'conflict') throw new Error('theirs was replaced');
      expect(await readFile(result.conflictPath, 'utf8')).toBe(ours);
    }
    expect(await content()).toBe('theirs');
    expect(await names()).toHaveLength(3);
    expect(writeAtOnce(join(folder, 'Gone.json'), 'ours', [])).toMatchObject({
      outcome: 'conflict',
    });
  });

  it.runIf(posix)('follows a link and keeps it', async () => {
    const { folder, path, content } = await file('old');
    await mkdir(join(folder, 'way'));
    await symlink(path, join(folder, 'way', 'link.json'));
    writeAtOnce(join(folder, 'way', 'link.json'), 'new', [contentHash('old')]);
    expect(await content()).toBe('new');
    expect(await readlink(join(folder, 'way', 'link.json'))).toBe(path);
    expect(await readdir(join(folder, 'way'))).toEqual(['link.json']);
  });

  it('throws what the disk says', async () => {
    const { folder } = await file('old');
    const path = join(folder, 'gone', 'Blue.json');
    expect(() => writeAtOnce(path, 'new', [])).toThrow(StorageError);
  });
});
