// What others made that is really in the package: the notices and the bill of materials come from
// this one list.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, ToolError } from '../tools/running.mjs';
import { manifestOf } from './stage.mjs';

/**
 * @typedef {object} Bundled
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX's name of it
 * @property {string} text of the licence
 * @property {string} [purl] where a registry has it
 */

/** Licences that their packages only tell in words. */
const licenceInWords = { 'svelte-toolbelt': 'MIT' };

/** Packages that name the MIT licence and bring no text of it, with who their manifest says made them. */
const withoutText = { 'lazy-val': 'Vladimir Krivosheev' };

/** Licences that a package may be given away with, with a notice at most. */
export const allowedLicences = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'OFL-1.1'],
]);

/**
 * @param {object} options
 * @param {string} options.staged the folder of stage.mjs, with the lists that the build left there
 * @param {{ dist: string, version: string }} options.runtime
 * @returns {Bundled[]} by name
 * @throws {ToolError} for a licence that nobody has said yes to
 */
export function bundledIn({ staged, runtime }) {
  const parts = [...codeIn(staged), ...fontsIn(staged), keytar(), electron(runtime)];
  const unique = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]));
  const list = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, licence, text } of list) {
    if (!allowedLicences.has(licence)) throw new ToolError(`${name} has the licence ${licence}.`);
    if (text.trim() === '') throw new ToolError(`${name} brings no text of its licence.`);
  }
  return list;
}

const fromNpm = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function codeIn(staged) {
  return ['main', 'preload', 'renderer'].flatMap((process) => {
    const file = join(staged, 'out', process, 'licenses.json');
    return JSON.parse(readFileSync(file, 'utf8')).map(({ name, version, identifier, text }) => ({
      name,
      version,
      licence: identifier ?? licenceInWords[name] ?? 'unknown',
      text: text || mitOf(withoutText[name]),
      purl: fromNpm({ name, version }),
    }));
  });
}

/** The MIT licence's text is the same for all; ours is it, with another name in it. */
function mitOf(holder) {
  if (holder === undefined) return '';
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright .*$/mu, `Copyright (c) ${holder}`);
}

/** Vite lists code only; a font is known by its file's name. */
function fontsIn(staged) {
  const files = readdirSync(join(staged, 'out', 'renderer', 'assets'));
  const families = readdirSync(join(root, 'node_modules', '@fontsource'));
  return families
    .filter((family) => files.some((file) => file.startsWith(`${family}-latin`)))
    .map((family) => ofPackage(`@fontsource/${family}`));
}

function keytar() {
  const { name, version, license } = manifestOf(join(root, 'node_modules', 'keytar'));
  return { ...ofPackage('keytar'), name, licence: license, purl: fromNpm({ name, version }) };
}

function ofPackage(path) {
  const folder = join(root, 'node_modules', path);
  const { name, version, license } = manifestOf(folder);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/iu.test(each));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return { name, version, licence: license, text, purl: fromNpm({ name, version }) };
}

function electron({ dist, version }) {
  const file = ['LICENSE.electron.txt', 'LICENSE'].map((name) => join(dist, name)).find(existsSync);
  if (file === undefined) throw new ToolError(`${dist} holds no licence of Electron's.`);
  return {
    name: 'Electron',
    version,
    licence: 'MIT',
    text: readFileSync(file, 'utf8'),
    purl: `pkg:github/electron/electron@v${version}`,
  };
}

/** The text that goes with the package. */
export function noticesOf(bundled) {
  const head =
    'Foyer is made with the work of others. Each part, with its licence:\n' +
    'Chromium’s own parts are listed in its notices, which come beside this file.\n';
  const parts = bundled.map(
    ({ name, version, licence, text }) =>
      `${'─'.repeat(78)}\n${name} ${version} (${licence})\n\n${text.trim()}\n`,
  );
  return [head, ...parts].join('\n');
}

/** A bill of materials, CycloneDX 1.6 (cyclonedx.org/docs/1.6/json). */
export function billOf(bundled, { version, madeAt }) {
  const reference = `pkg:generic/foyer@${version}`;
  const components = bundled.map((part) => ({
    type: part.name === 'Electron' ? 'framework' : 'library',
    'bom-ref': part.purl,
    name: part.name,
    version: part.version,
    licenses: [{ license: { id: part.licence } }],
    purl: part.purl,
  }));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // The same content has the same number.
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: { type: 'application', 'bom-ref': reference, name: 'Foyer', version },
    },
    components,
    dependencies: [
      { ref: reference, dependsOn: components.map((component) => component['bom-ref']) },
    ],
  };
}
