// A repository that apt installs from and updates from: static files with signed metadata.
// `node packaging/apt-repository.mjs FOLDER FINGERPRINT DEB…`
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isStarted, run, runCommand, ToolError } from '../tools/running.mjs';

const suite = 'stable';
/** The public key's file in the repository, as `signed-by` names it. */
export const keyring = 'foyer-archive-keyring.asc';

/**
 * @param {object} options
 * @param {string[]} options.debs
 * @param {string} options.output emptied first
 * @param {string} options.key a fingerprint in the keys of gpg
 * @param {string} [options.gpgHome] where gpg has its keys
 */
export async function makeAptRepository({ debs, output, key, gpgHome }) {
  rmSync(output, { recursive: true, force: true });
  const pool = join(output, 'pool');
  mkdirSync(pool, { recursive: true });
  for (const deb of debs) copyFileSync(deb, join(pool, basename(deb)));

  const distribution = join(output, 'dists', suite);
  const architecture = 'amd64';
  const lists = join(distribution, 'main', `binary-${architecture}`);
  mkdirSync(lists, { recursive: true });
  const packages = await must('apt-ftparchive', ['packages', 'pool'], { cwd: output });
  writeFileSync(join(lists, 'Packages'), packages);
  writeFileSync(join(lists, 'Packages.gz'), gzipSync(packages, { level: 9 }));

  const facts = {
    Origin: 'Foyer',
    Label: 'Foyer',
    Suite: suite,
    Codename: suite,
    Architectures: architecture,
    Components: 'main',
    Description: 'Foyer for Debian and its descendants',
  };
  const settings = Object.entries(facts).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const release = await must('apt-ftparchive', [...settings, 'release', `dists/${suite}`], {
    cwd: output,
  });
  writeFileSync(join(distribution, 'Release'), release);
  const gpg = (...words) =>
    must('gpg', [
      ...(gpgHome === undefined ? [] : ['--homedir', gpgHome]),
      ...['--batch', '--yes', '--local-user', key, ...words],
    ]);
  await gpg(
    ...['--clearsign', '--digest-algo', 'SHA512', '--output', join(distribution, 'InRelease')],
    join(distribution, 'Release'),
  );
  await gpg(
    ...['--armor', '--detach-sign', '--output', join(distribution, 'Release.gpg')],
    join(distribution, 'Release'),
  );
  await gpg('--armor', '--output', join(output, keyring), '--export', key);
}

async function must(program, words, options = {}) {
  const { code, output } = await run(program, words, { ...options, quiet: true });
  if (code !== 0) throw new ToolError(`${program}: ${output.trim()}`);
  return output;
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const [output, key, ...debs] = process.argv.slice(2);
    if (debs.length === 0) throw new ToolError('Say the folder, the key, and the packages.');
    await makeAptRepository({ debs, output, key });
  });
}
