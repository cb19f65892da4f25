/** The repository as apt meets it, over loopback: in folders of its own, beside the machine's apt. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from '../tools/running.mjs';
import { keyring, makeAptRepository } from './apt-repository.mjs';
import { asRoot } from './system';

let work: string;
let repository: string;
let server: Server;
let address: string;
const release = () => join(repository, 'dists', 'stable', 'InRelease');

/** A small package in Foyer's place: what is tried here is the repository. */
async function makeSmallDeb(version: string): Promise<string> {
  const tree = join(work, `tree-${version}`);
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  mkdirSync(join(tree, 'usr', 'share', 'foyer-repository-test'), { recursive: true });
  writeFileSync(join(tree, 'usr', 'share', 'foyer-repository-test', 'version'), version);
  writeFileSync(
    join(tree, 'DEBIAN', 'control'),
    'Package: foyer-repository-test\n' +
      `Version: ${version}\nArchitecture: all\nMaintainer: Foyer <foyer@example.invalid>\n` +
      'Description: tries the repository\n',
  );
  const file = join(work, `foyer-repository-test_${version}_all.deb`);
  await asRoot('dpkg-deb', '--root-owner-group', '--build', tree, file);
  return file;
}

/** apt with sources, lists and archives of its own; what is installed is the machine's. */
function apt(...words: string[]) {
  const settings = {
    'Dir::Etc::sourcelist': join(work, 'foyer.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': 'root',
    'Acquire::Retries': '0',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return run('apt-get', [...options, '-y', '-qq', ...words], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  });
}

test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'foyer-apt-'));
  chmodSync(work, 0o755);
  repository = join(work, 'repository');
  for (const folder of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(work, folder), { recursive: true });
  }
  const gpgHome = join(work, 'gnupg');
  mkdirSync(gpgHome, { mode: 0o700 });
  await asRoot(
    ...(['gpg', '--homedir', gpgHome, '--batch', '--passphrase', ''] as const),
    ...['--quick-generate-key', 'Foyer tests <tests@example.invalid>', 'ed25519', 'sign', 'never'],
  );
  const debs = [await makeSmallDeb('1.0'), await makeSmallDeb('1.1')];
  await makeAptRepository({ debs, output: repository, key: 'tests@example.invalid', gpgHome });
  await asRoot('gpgconf', '--homedir', gpgHome, '--kill', 'all');
  server = createServer((request, response) => {
    const path = join(repository, new URL(request.url ?? '/', 'http://x').pathname);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) {
      response.writeHead(200, { 'Content-Length': found.size });
      createReadStream(path).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  writeFileSync(
    join(work, 'foyer.list'),
    `deb [signed-by=${join(repository, keyring)}] ${address} stable main\n`,
  );
});

test.afterAll(async () => {
  await asRoot('dpkg', '--purge', 'foyer-repository-test');
  server.close();
  rmSync(work, { recursive: true, force: true });
});

test('apt installs the newest from it', async () => {
  expect(await apt('update')).toMatchObject({ code: 0 });
  const installed = await apt('install', 'foyer-repository-test');
  expect(installed, installed.output).toMatchObject({ code: 0 });
  expect(readFileSync('/usr/share/foyer-repository-test/version', 'utf8')).toBe('1.1');
});

test('a package that was changed is refused', async () => {
  await asRoot('dpkg', '--purge', 'foyer-repository-test');
  rmSync(join(work, 'cache', 'archives'), { recursive: true });
  mkdirSync(join(work, 'cache', 'archives', 'partial'), { recursive: true });
  const deb = join(repository, 'pool', 'foyer-repository-test_1.1_all.deb');
  const whole = readFileSync(deb);
  const changed = Buffer.from(whole);
  changed[changed.length - 9] = (changed[changed.length - 9] ?? 0) ^ 1;
  writeFileSync(deb, changed);
  const refused = await apt('install', 'foyer-repository-test');
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('Hash Sum mismatch');
  writeFileSync(deb, whole);
});

test('a Release that was changed is refused', async () => {
  const whole = readFileSync(release(), 'utf8');
  writeFileSync(release(), whole.replace('Origin: Foyer', 'Origin: Other'));
  const refused = await apt('update');
  expect(refused.output).toMatch(/BADSIG|The following signatures were invalid|not signed/u);
  // Without any signature it is no better.
  writeFileSync(release(), whole);
  rmSync(release());
  appendFileSync(join(repository, 'dists', 'stable', 'Release'), '\n');
  const unsigned = await apt('update');
  expect(unsigned.output).toMatch(/BADSIG|signatures were invalid|not signed/u);
});
