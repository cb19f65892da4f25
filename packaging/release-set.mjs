// Whether a folder holds exactly what a release is made of. Run last, before anything is public:
// `node packaging/release-set.mjs FOLDER VERSION`; with `--sums` in front it writes the digests.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, runCommand, ToolError } from '../tools/running.mjs';

/** The list of digests, which is not in itself. */
const sums = 'SHA256SUMS';
/** What the builds look at (sign-feed.mjs). */
const answer = 'foyer.json';

/** What each system is brought up to date with; the rest of them are the system's own packages. */
export const offeredIn = (version) => ({
  'win32-x64': `Foyer-${version}-windows-x64.exe`,
  'win32-arm64': `Foyer-${version}-windows-arm64.exe`,
  'darwin-universal': `Foyer-${version}-mac-universal.zip`,
  'linux-x64': `Foyer-${version}-x86_64.AppImage`,
});

/** What the machines of a release make, by name. */
export function madeNames(version) {
  return [
    `foyer_${version}_amd64.deb`,
    `foyer-${version}-1.x86_64.rpm`,
    `Foyer-${version}-mac-universal.dmg`,
    ...Object.values(offeredIn(version)),
    'foyer.cdx.json',
    'notices.txt',
  ];
}

/** Every file of a release: what was made, and what tells of it. */
export function namesOf(version) {
  return [...madeNames(version), answer, `${answer}.sig`, sums].sort();
}

const digest = (file, algorithm, encoding) =>
  createHash(algorithm).update(readFileSync(file)).digest(encoding);

/** Writes the digests of everything else in the folder. */
export function writeSums(folder) {
  const lines = readdirSync(folder)
    .filter((name) => name !== sums)
    .sort()
    .map((name) => `${digest(join(folder, name), 'sha256', 'hex')}  ${name}\n`);
  writeFileSync(join(folder, sums), lines.join(''));
}

/**
 * What is wrong with a folder as a release; empty when it may go out.
 *
 * @param {string} folder
 * @param {string} version
 * @returns {string[]} sentences
 */
export function wrongWith(folder, version) {
  const wanted = namesOf(version);
  const found = readdirSync(folder).sort();
  const missing = wanted.filter((name) => !found.includes(name));
  const extra = found.filter((name) => !wanted.includes(name));
  return [
    ...missing.map((name) => `${name} is missing.`),
    ...extra.map((name) => `${name} is not part of a release.`),
    ...(found.includes(sums) ? wrongSums(folder, found) : []),
    ...(found.includes(answer) ? wrongAnswer(folder, version, found) : []),
  ];
}

function wrongSums(folder, found) {
  const lines = readFileSync(join(folder, sums), 'utf8').split('\n').filter(Boolean);
  const said = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const others = found.filter((name) => name !== sums);
  return [
    ...others
      .filter((name) => said.get(name) !== digest(join(folder, name), 'sha256', 'hex'))
      .map((name) => `${name} is not what ${sums} says.`),
    ...[...said.keys()]
      .filter((name) => !others.includes(name))
      .map((name) => `${sums} names ${name}, which isn't there.`),
  ];
}

function wrongAnswer(folder, version, found) {
  const said = JSON.parse(readFileSync(join(folder, answer), 'utf8'));
  const offered = offeredIn(version);
  const systems = new Set([...Object.keys(offered), ...Object.keys(said.files ?? {})]);
  return [
    ...(said.version === version ? [] : [`${answer} is of version ${said.version}.`]),
    ...[...systems]
      .filter((system) => said.files?.[system]?.name !== offered[system])
      .map((system) => `${answer} offers ${said.files?.[system]?.name ?? 'nothing'} to ${system}.`),
    ...Object.values(said.files ?? {})
      .filter(({ name }) => found.includes(name))
      .filter(
        ({ name, sha512, size }) =>
          digest(join(folder, name), 'sha512', 'base64') !== sha512 ||
          statSync(join(folder, name)).size !== size,
      )
      .map(({ name }) => `${answer} says another digest or size of ${name}.`),
  ];
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const words = process.argv.slice(2);
    const [folder, version] = words.filter((word) => word !== '--sums');
    if (version === undefined) throw new ToolError('node packaging/release-set.mjs FOLDER VERSION');
    if (words.includes('--sums')) return writeSums(folder);
    const wrong = wrongWith(folder, version);
    if (wrong.length > 0) throw new ToolError(`This is not released:\n${wrong.join('\n')}`);
    console.log(
      `All ${String(namesOf(version).length)} files of ${version} are there and as said.`,
    );
  });
}
