import { describe, expect, it } from 'vitest';
import { asarArchive } from './asar.mjs';

/** Reads an archive the way Chromium's pickles are laid out, independently of how it was written. */
function readArchive(archive) {
  expect(archive.readUInt32LE(0)).toBe(4);
  const headerSize = archive.readUInt32LE(4);
  expect(archive.readUInt32LE(8)).toBe(headerSize - 4);
  const length = archive.readUInt32LE(12);
  const { files } = JSON.parse(archive.subarray(16, 16 + length).toString('utf8'));
  const base = 8 + headerSize;
  return Object.fromEntries(
    Object.entries(files).map(([name, { offset, size }]) => {
      const start = base + Number(offset);
      return [name, archive.subarray(start, start + size).toString('utf8')];
    }),
  );
}

describe('an asar archive', () => {
  it('gives back every file, whatever the length of its header', () => {
    for (const name of ['a', 'ab', 'abc', 'abcd', 'ä.js']) {
      const files = { [name]: 'first ✓', 'empty.txt': '', 'last.js': 'x'.repeat(1000) };
      const archive = asarArchive(files);
      expect(archive.readUInt32LE(4) % 4).toBe(0);
      expect(readArchive(archive)).toEqual(files);
    }
  });

  it('refuses names that would be folders', () => {
    for (const name of ['a/b', 'a\\b', '..', '.', '']) {
      expect(() => asarArchive({ [name]: '' })).toThrow('plain names');
    }
  });
});
