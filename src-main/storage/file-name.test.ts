import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate, version } from 'uuid';
import { libraryFileName, slug } from './file-name';
import { newId } from './new-id';
import { temporaryFolder } from '../testing/temporary-folder';

describe('slug', () => {
  it.each([
    ['Ocean Blue', 'ocean-blue'],
    ['  Crème brûlée!  ', 'creme-brulee'],
    ['日本語 テーマ', '日本語-テーマ'],
    ['हिन्दी', 'हिन्दी'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\\b:c*d?"<>|', 'a-b-c-d'],
    ['ends with dots...', 'ends-with-dots'],
    ['CON', 'con-theme'],
    ['COM¹', 'com1-theme'],
    ['lpt9', 'lpt9-theme'],
    ['🎨', 'theme'],
    ['', 'theme'],
    ['\uD800', 'theme'],
  ])('%j → %j', (name, expected) => {
    expect(slug(name)).toBe(expected);
  });

  it('is a safe part of a file name for any name and id', async () => {
    const folder = await temporaryFolder();
    const anyText = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (name, id) => {
        const fileName = libraryFileName(name, id);
        expect(fileName).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^[.\s-]|[.\s]$/u);
        expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(110);
        await writeFile(join(folder, fileName), '');
      }),
      { numRuns: 200 },
    );
  });
});

describe('libraryFileName', () => {
  it('takes a number when a document of that name was made in the same minute', () => {
    const taken = new Set(['blue-0198abcd.json', 'blue-0198abcd-2.json']);
    const name = libraryFileName('Blue', '0198ABCD-1111-7000-8000-000000000000', (fileName) =>
      taken.has(fileName),
    );
    expect(name).toBe('blue-0198abcd-3.json');
  });

  it('takes nothing of an id that is no part of a file’s name', () => {
    expect(libraryFileName('Blue', '../../ab')).toBe('blue-ab.json');
    expect(libraryFileName('Blue', 'a:b')).toBe('blue-a-b.json');
    expect(libraryFileName('Blue', '***')).toBe('blue-0.json');
  });
});

describe('newId', () => {
  it('is a UUID of version 7 of now, never the same', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7]);
    const made = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
    expect(Math.abs(Date.now() - made)).toBeLessThan(60_000);
  });
});
