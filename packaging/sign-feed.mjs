// Makes the small answer by which Foyer hears of a new version, and signs it.
//
//   node packaging/sign-feed.mjs FOLDER                     for packages that the system brings up to date
//   node packaging/sign-feed.mjs FOLDER linux-x64=dist/Foyer-0.2.0.AppImage win32-x64=…
//
// FOYER_UPDATE_SIGNING_KEY names the file of the private key (Ed25519, PEM; `openssl genpkey -algorithm
// ed25519`). FOLDER gets foyer.json and foyer.json.sig, and then has to be put, with the files, where the
// builds' FOYER_UPDATE_FEED leads. FOYER_FIRST_PERCENT: the part of the people that hear of it first. Version and news are package.json's and CHANGELOG.md's.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isStarted, root, runCommand, ToolError } from '../tools/running.mjs';
import { appId } from './app-id.mjs';
import { manifestOf } from './stage.mjs';

/**
 * What a version's section of the changelog says, as plain text.
 *
 * @param {string} changelog Markdown
 * @param {string} version
 * @throws {ToolError} when it has no such section
 */
export function newsOf(changelog, version) {
  const sections = changelog.split(/^## /mu).slice(1);
  const section = sections.find(
    (text) => /^\S+/u.exec(text)?.[0].replace(/[[\]]/gu, '') === version,
  );
  if (section === undefined) throw new ToolError(`CHANGELOG.md says nothing of ${version}.`);
  return section
    .slice(section.indexOf('\n') + 1)
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\*\*|`/gu, '')
    .replace(/(^|\s)_(\S(?:.*?\S)?)_(?=\W|$)/gmu, '$1$2')
    .replace(/^#{3,6} /gmu, '')
    .replace(/^- /gmu, '• ')
    .trim();
}

/**
 * The answer's bytes and their signature.
 *
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.notes plain text
 * @param {number} [options.percent] of the people that hear of it first
 * @param {Record<string, string>} options.files paths by system and processor, such as `linux-x64`
 * @param {string} options.privateKey PEM
 * @returns {{ answer: Buffer, signature: string }} the signature as base64
 */
export function signedAnswer({ version, notes, percent, files, privateKey }) {
  const answer = Buffer.from(
    `${JSON.stringify(
      {
        app: appId,
        version,
        notes,
        ...(percent === undefined ? {} : { percent }),
        files: Object.fromEntries(
          Object.entries(files).map(([target, path]) => [target, entryOf(path)]),
        ),
      },
      null,
      2,
    )}\n`,
  );
  return { answer, signature: sign(null, answer, readKey(privateKey)).toString('base64') };
}

/** What a build is given as FOYER_UPDATE_KEY, for a private key. */
export function publicKeyOf(privateKey) {
  return createPublicKey(readKey(privateKey))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
}

function readKey(pem) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new ToolError('The key has to be of Ed25519.');
  return key;
}

function entryOf(path) {
  const content = readFileSync(path);
  return {
    name: basename(path),
    sha512: createHash('sha512').update(content).digest('base64'),
    size: content.byteLength,
  };
}

function main([folder, ...pairs]) {
  const keyFile = process.env.FOYER_UPDATE_SIGNING_KEY;
  if (folder === undefined || keyFile === undefined) {
    throw new ToolError(
      'FOYER_UPDATE_SIGNING_KEY=FILE node packaging/sign-feed.mjs FOLDER [TARGET=FILE…]',
    );
  }
  const privateKey = readFileSync(keyFile, 'utf8');
  const { version } = manifestOf(root);
  const files = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const notes = newsOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const percent = Number(process.env.FOYER_FIRST_PERCENT || 100);
  const { answer, signature } = signedAnswer({ version, notes, percent, files, privateKey });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'foyer.json'), answer);
  writeFileSync(join(folder, 'foyer.json.sig'), `${signature}\n`);
  console.log(`Signed ${version} for builds with FOYER_UPDATE_KEY=${publicKeyOf(privateKey)}`);
}

if (isStarted(import.meta.url)) await runCommand(async () => main(process.argv.slice(2)));
