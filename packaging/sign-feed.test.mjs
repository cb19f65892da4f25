import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../src-main/updates/signed-answer';
import { namedFeed } from './named-feed.mjs';
import { newsOf, publicKeyOf, signedAnswer } from './sign-feed.mjs';

const pem = (kind, options) =>
  generateKeyPairSync(kind, options).privateKey.export({ format: 'pem', type: 'pkcs8' });
const privateKey = pem('ed25519');

function signed() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-sign-'));
  try {
    const path = join(folder, 'Foyer-0.2.0.AppImage');
    writeFileSync(path, 'the new version');
    const files = { 'linux-x64': path };
    return signedAnswer({ version: '0.2.0', notes: '• Faster.', files, privateKey });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a signed answer', () => {
  it('is taken by the app’s own check, with the key that its build is given', () => {
    const { answer, signature } = signed();
    const { FOYER_UPDATE_KEY } = namedFeed({
      FOYER_UPDATE_FEED: 'https://updates.example/foyer',
      FOYER_UPDATE_KEY: publicKeyOf(privateKey),
    });
    expect(readAnswer(answer, signature, JSON.parse(FOYER_UPDATE_KEY))).toMatchObject({
      version: '0.2.0',
      notes: '• Faster.',
      files: { 'linux-x64': { name: 'Foyer-0.2.0.AppImage', size: 15 } },
    });
  });

  it('is refused with any one byte changed', () => {
    const { answer, signature } = signed();
    for (let place = 0; place < answer.byteLength; place += 1) {
      const changed = Buffer.from(answer);
      changed[place] ^= 1;
      expect(() => readAnswer(changed, signature, publicKeyOf(privateKey))).toThrow('badSignature');
    }
  });

  it('is not made with a key of another kind', () => {
    const other = pem('rsa', { modulusLength: 2048 });
    expect(() =>
      signedAnswer({ version: '0.2.0', notes: '', files: {}, privateKey: other }),
    ).toThrow('Ed25519');
  });
});

describe('what is new', () => {
  const changelog = [
    '# Changelog\n',
    '## Unreleased\n\nNot yet.\n',
    '## 0.2.0 (2026-12-01)\n\n### Speed\n\n- **Faster.** Opens `themes` in [half the time](https://a.example).\n- _Not sure_ is said, snake_case_stays.\n',
    '## 0.1.0\n\nThe first.\n',
  ].join('\n');

  it('is the version’s section of the changelog, as plain text', () => {
    expect(newsOf(changelog, '0.2.0')).toBe(
      'Speed\n\n• Faster. Opens themes in half the time.\n• Not sure is said, snake_case_stays.',
    );
    expect(newsOf(changelog, '0.1.0')).toBe('The first.');
  });

  it('has to be there', () => {
    expect(() => newsOf(changelog, '0.3.0')).toThrow('CHANGELOG.md says nothing of 0.3.0.');
  });
});

describe('the feed that a build names', () => {
  const FOYER_UPDATE_KEY = publicKeyOf(privateKey);

  it('is none, or an address of a folder with a key', () => {
    expect(namedFeed({})).toEqual({ FOYER_UPDATE_FEED: '""', FOYER_UPDATE_KEY: '""' });
    expect(
      namedFeed({ FOYER_UPDATE_FEED: 'https://updates.example/foyer', FOYER_UPDATE_KEY }),
    ).toEqual({
      FOYER_UPDATE_FEED: '"https://updates.example/foyer/"',
      FOYER_UPDATE_KEY: JSON.stringify(FOYER_UPDATE_KEY),
    });
  });

  it.each([
    ['without its key', { FOYER_UPDATE_FEED: 'https://updates.example/' }],
    ['that is a key alone', { FOYER_UPDATE_KEY }],
    ['with no key of Ed25519', { FOYER_UPDATE_FEED: 'https://a.example/', FOYER_UPDATE_KEY: 'a' }],
    ['over plain http', { FOYER_UPDATE_FEED: 'http://127.0.0.1/', FOYER_UPDATE_KEY }],
    ['with a query', { FOYER_UPDATE_FEED: 'https://a.example/?x=1', FOYER_UPDATE_KEY }],
  ])('is refused %s', (_what, environment) => {
    expect(() => namedFeed(environment)).toThrow(/FOYER_UPDATE/u);
  });

  it('may be on this computer in a build for tests', () => {
    const FOYER_UPDATE_FEED = 'http://127.0.0.1:8080/';
    expect(namedFeed({ FOYER_UPDATE_FEED, FOYER_UPDATE_KEY, FOYER_TEST_BUILD: '1' })).toMatchObject(
      { FOYER_UPDATE_FEED: JSON.stringify(FOYER_UPDATE_FEED) },
    );
  });
});
