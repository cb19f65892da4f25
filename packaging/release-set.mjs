// Whether a folder holds exactly what a release is made of. Run last, before anything is public:
// `node packaging/release-set.mjs FOLDER VERSION`; with `--sums` in front it writes the digests.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { isStarted, runCommand, ToolError } from '../tools/running.mjs';
import { feeds } from './feeds.mjs';

/** The list of digests, which is not in itself. */
const sums = 'SHA256SUMS';

/** What the machines of a release make, by name. */
export function madeNames(version) {
  return [
    `foyer_${version}_amd64.deb`,
    `foyer-${version}-1.x86_64.rpm`,
    ...Object.values(feeds(version)).flat(),
    'foyer.cdx.json',
    'notices.txt',
  ];
}

/** Every file of a release: what was made, and what tells of it. */
export function namesOf(version) {
  return [
    ...madeNames(version),
    ...Object.keys(feeds(version)),
    'foyer-linux.json',
    'foyer-linux.json.sig',
    sums,
  ].sort();
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
    ...Object.entries(feeds(version))
      .filter(([feed]) => found.includes(feed))
      .flatMap(([feed, offered]) => wrongFeed({ folder, feed, offered, version, found })),
    ...(found.includes('foyer-linux.json') ? wrongAnswer(folder, version) : []),
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

function wrongFeed({ folder, feed, offered, version, found }) {
  const content = load(readFileSync(join(folder, feed), 'utf8'));
  const files = Array.isArray(content?.files) ? content.files : [];
  const names = files.map(({ url }) => url).sort();
  const percent = content?.stagingPercentage;
  return [
    ...(content?.version === version ? [] : [`${feed} is of version ${content?.version}.`]),
    ...(names.join() === [...offered].sort().join()
      ? []
      : [`${feed} offers ${names.join(', ') || 'nothing'}.`]),
    ...(percent === undefined || (Number.isInteger(percent) && percent > 0 && percent <= 100)
      ? []
      : [`${feed} goes to ${percent} percent.`]),
    ...files
      .filter(({ url }) => found.includes(url))
      .filter(
        ({ url, sha512, size }) =>
          digest(join(folder, url), 'sha512', 'base64') !== sha512 ||
          statSync(join(folder, url)).size !== size,
      )
      .map(({ url }) => `${feed} says another digest or size of ${url}.`),
  ];
}

function wrongAnswer(folder, version) {
  const answer = JSON.parse(readFileSync(join(folder, 'foyer-linux.json'), 'utf8'));
  return answer.version === version ? [] : [`foyer-linux.json is of version ${answer.version}.`];
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
