import { describe, expect, it } from 'vitest';
import { problemText } from '@shared/problem-text';
import { StorageError } from './storage-error';
import { storageProblem } from './storage-problem';

const path = '/home/mia/Foyer themes/harbour.json';

function refusedWith(code: string): Error {
  return Object.assign(new Error(`${code}: no luck, rename '${path}'`), { code });
}

describe('what a disk that refuses is said to have done', () => {
  it.each([
    ['EBUSY', 'because another app is using it.'],
    ['EIO', 'because the disk reported an error.'],
    ['EEXIST', '(EEXIST).'],
    ['EINVAL', '(EINVAL).'],
    // The folder, or the new file, which a virus scanner can take away.
    ['ENOENT', '(ENOENT).'],
  ])('%s', (code, words) => {
    const { what, kept, todo } = problemText(storageProblem(refusedWith(code), path));
    expect(what).toBe(`${path} couldn’t be saved ${words}`);
    expect(kept).toBe('The last saved version is intact.');
    expect(todo).toMatch(/^If this doesn’t go away, check the disk/u);
  });

  it('a name that the disk doesn’t take, which no other app is to blame for', () => {
    const { what, todo } = problemText(storageProblem(refusedWith('ENAMETOOLONG'), path));
    expect(what).toBe(`${path} couldn’t be saved because its name is too long for this disk.`);
    expect(todo).toBe('Use a shorter name, or another folder.');
  });

  it('another program that keeps changing the file', () => {
    const { what } = problemText(storageProblem(new StorageError('changedByOthers', path), path));
    expect(what).toBe(`${path} couldn’t be saved because another app changed it.`);
  });
});
