import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notesFor, writeFeeds } from './feeds.mjs';
import { namesOf, writeSums, wrongWith } from './release-set.mjs';

const version = '1.2.3';
let folder;
const at = (name) => join(folder, name);

/** One feed with something else in it, and the digests of that. */
function changeFeed(name, change) {
  const content = load(readFileSync(at(name), 'utf8'));
  writeFileSync(at(name), dump({ ...content, ...change }));
  writeSums(folder);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-release-'));
  for (const name of namesOf(version)) writeFileSync(at(name), `the bytes of ${name}`);
  writeFileSync(at('foyer-linux.json'), JSON.stringify({ version }));
  writeFeeds(folder, version, { notes: 'What is new.', at: new Date(0) });
  writeSums(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a release', () => {
  it('goes out when every file is there and as said', () => {
    expect(wrongWith(folder, version)).toEqual([]);
  });

  it('does not go out without one of its files', () => {
    rmSync(at('foyer_1.2.3_amd64.deb'));
    expect(wrongWith(folder, version)).toEqual([
      'foyer_1.2.3_amd64.deb is missing.',
      "SHA256SUMS names foyer_1.2.3_amd64.deb, which isn't there.",
    ]);
  });

  it('does not go out with one more', () => {
    writeFileSync(at('foyer-test_1.2.3_amd64.deb'), 'for tests');
    writeSums(folder);
    expect(wrongWith(folder, version)).toEqual([
      'foyer-test_1.2.3_amd64.deb is not part of a release.',
    ]);
  });

  it('does not go out when a file was changed after its digest', () => {
    appendFileSync(at('Foyer-1.2.3-x86_64.AppImage'), '!');
    expect(wrongWith(folder, version)).toEqual([
      'Foyer-1.2.3-x86_64.AppImage is not what SHA256SUMS says.',
      'latest-linux.yml says another digest or size of Foyer-1.2.3-x86_64.AppImage.',
    ]);
  });

  it.each([
    ['is of another version', { version: '1.2.2' }, 'latest.yml is of version 1.2.2.'],
    ['offers nothing', { files: [] }, 'latest.yml offers nothing.'],
    ['offers a stranger', { files: [{ url: 'a.exe' }] }, 'latest.yml offers a.exe.'],
    ['goes to nobody', { stagingPercentage: 0 }, 'latest.yml goes to 0 percent.'],
  ])('does not go out when a feed %s', (_what, change, sentence) => {
    changeFeed('latest.yml', change);
    expect(wrongWith(folder, version)).toEqual([sentence]);
  });

  it('may go to a part of the people first', () => {
    writeFeeds(folder, version, { notes: '', at: new Date(0), percent: 10 });
    writeSums(folder);
    expect(wrongWith(folder, version)).toEqual([]);
  });
});

describe('what is new', () => {
  const changelog = '# Changelog\n\n## 1.2.3\n\n- **One.** More.\n\n## 1.2.2\n\n- Old.\n';

  it('is the part of that version', () => {
    expect(notesFor('1.2.3', changelog)).toBe('- One. More.');
    expect(notesFor('1.2.2', changelog)).toBe('- Old.');
  });
});
