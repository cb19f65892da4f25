// What Foyer is made with: under licences that somebody has said yes to, from the registry alone, with a
// checksum each; and, in `npm run security`, without a hole that is known today.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, expectControlToFail } from '../src-main/testing/fault-tally';
import { allowedLicences } from '../packaging/bundled.mjs';
import { npm } from '../tools/npm.mjs';
import { root } from '../tools/running.mjs';

/** Of what is not in the package these do as well. */
const allowed = new Set([
  ...allowedLicences,
  ...['MIT-0', '0BSD', 'CC0-1.0', 'Python-2.0', 'WTFPL'],
]);

/** Of tools that are used as they are, and not passed on: changed files of theirs would have to be open. */
const allowedOfTools = new Set(['MPL-2.0', 'CC-BY-4.0']);

/** Packages that name no licence, each with the reason why it stays. */
const excepted = {
  'node_modules/svelte-toolbelt': 'its file LICENSE is the text of MIT',
  'node_modules/@inlang/plugin-message-format': 'its file LICENSE is the text of MIT',
  'node_modules/sqlite-wasm-kysely': 'its file LICENSE is the text of MIT',
};

/** Holes that are known and stay, by the number of their advisory, each with the reason. */
const accepted = {};

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** Whether one of the licences that a package may be taken under is allowed. */
function isAllowed({ license = '', dev = false }) {
  const isFree = (name) => allowed.has(name) || (dev && allowedOfTools.has(name));
  const choices = license.replaceAll(/[()]/gu, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(isFree));
}

const refusedIn = (list) =>
  list
    .filter(([path, each]) => !isAllowed(each) && !(path in excepted))
    .map(([path, { license }]) => `${path}: ${String(license)}`);

/** What an answer of `npm audit --json` names and nobody has said yes to. */
function holesIn(report) {
  return Object.values(report.vulnerabilities ?? {}).flatMap(({ name, via, severity }) =>
    via
      .filter((each) => typeof each === 'object' && !(each.source in accepted))
      .map(({ source, title }) => `${name}: ${title} (${severity}, ${source})`),
  );
}

describe('each package', () => {
  it('has a licence that somebody has said yes to', async () => {
    const named = () => expect(refusedIn(packages)).toEqual([]);
    await attempt('letThrough', 'licences', named, packages.length);
    for (const path of Object.keys(excepted)) expect(lock.packages).toHaveProperty([path]);
  });

  it('comes from the registry, with its checksum', async () => {
    // The lock file names no address but of what is not from the registry.
    const odd = packages.filter(
      ([, { resolved, integrity, link }]) =>
        link || resolved !== undefined || !/^sha512-/u.test(integrity),
    );
    const named = () => expect(odd.map(([path]) => path)).toEqual([]);
    await attempt('letThrough', 'origins', named, packages.length);
  });

  // Not with the other tests: what becomes known today is no fault of a change.
  if (process.env.FOYER_FAULTS !== undefined) {
    it('has no hole that is known', async (context) => {
      const { output } = await npm(['audit', '--json'], { quiet: true });
      const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
      // A mirror that knows no advisories, or no network.
      if (report.error !== undefined) return context.skip();
      const named = () => expect(holesIn(report)).toEqual([]);
      await attempt('letThrough', 'known holes', named, packages.length);
    });
  }
});

describe('control: a look at the names alone', () => {
  it('takes a package that may not be passed on', () => {
    const bad = [
      ['node_modules/bad', { license: 'SSPL-1.0' }],
      ['node_modules/none', {}],
    ];
    expect(refusedIn(bad)).toHaveLength(2);
    expectControlToFail('a look at the names alone', refusedIn(bad).length);
  });

  it('takes one with a known hole', () => {
    const via = [{ source: 1, title: 'Prototype pollution' }, 'another'];
    const report = { vulnerabilities: { bad: { name: 'bad', severity: 'high', via } } };
    expect(holesIn(report)).toEqual(['bad: Prototype pollution (high, 1)']);
  });
});
