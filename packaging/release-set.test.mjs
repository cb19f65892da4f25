import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesOf, offeredIn, writeSums, wrongWith } from './release-set.mjs';
import { signedAnswer } from './sign-feed.mjs';

const version = '1.2.3';
const { privateKey } = generateKeyPairSync('ed25519');
let folder;
const at = (name) => join(folder, name);

/** The signed answer with something else in it, and the digests of that. */
function changeAnswer(change) {
  const said = JSON.parse(readFileSync(at('foyer.json'), 'utf8'));
  writeFileSync(at('foyer.json'), JSON.stringify(change(said)));
  writeSums(folder);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-release-'));
  for (const name of namesOf(version)) writeFileSync(at(name), `the bytes of ${name}`);
  const files = Object.entries(offeredIn(version)).map(([system, name]) => [system, at(name)]);
  const { answer, signature } = signedAnswer({
    ...{ version, notes: 'What is new.', files: Object.fromEntries(files) },
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  });
  writeFileSync(at('foyer.json'), answer);
  writeFileSync(at('foyer.json.sig'), signature);
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
      'foyer.json says another digest or size of Foyer-1.2.3-x86_64.AppImage.',
    ]);
  });

  it.each([
    [
      'is of another version',
      (said) => ({ ...said, version: '1.2.2' }),
      'foyer.json is of version 1.2.2.',
    ],
    [
      'offers nothing to a system',
      ({ files, ...said }) => ({ ...said, files: { ...files, 'linux-x64': undefined } }),
      'foyer.json offers nothing to linux-x64.',
    ],
    [
      'offers a stranger',
      (said) => ({ ...said, files: { ...said.files, 'linux-arm64': { name: 'a.AppImage' } } }),
      'foyer.json offers a.AppImage to linux-arm64.',
    ],
  ])('does not go out when the answer to the builds %s', (_what, change, sentence) => {
    changeAnswer(change);
    expect(wrongWith(folder, version)).toEqual([sentence]);
  });
});
