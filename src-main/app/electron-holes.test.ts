import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holesIn } from './electron-holes';
import known from './electron-holes.json';

const hole = {
  advisory: 'one',
  concerns: '',
  fixedIn: ['39.8.10', '40.9.3', '42.0.0'],
  source: '',
};

describe('a version of Electron', () => {
  it.each([
    ['25.1.1', true],
    ['39.8.9', true],
    ['39.8.10', false],
    ['39.10.0', false],
    ['40.9.2', true],
    ['40.10.0', false],
    ['41.99.0', true],
    ['42.0.0-beta.1', false],
    ['45.4.1', false],
  ])('%s has a hole that was mended in 39.8.10, 40.9.3 and 42.0.0: %s', (version, has) => {
    expect(holesIn(version, [hole])).toEqual(has ? [hole] : []);
  });

  it('is one without a known hole in what is released', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { electron } = (JSON.parse(manifest) as { devDependencies: { electron: string } })
      .devDependencies;
    expect(holesIn(electron)).toEqual([]);
  });

  it('is told apart by data with its sources', () => {
    for (const { advisory, concerns, fixedIn, source } of known) {
      expect(advisory).toMatch(/^GHSA(-[0-9a-z]{4}){3}$/u);
      expect(source).toContain(advisory);
      expect(concerns).toMatch(/Foyer/u);
      expect(fixedIn.every((version) => /^\d+\.\d+\.\d+$/u.test(version))).toBe(true);
    }
    expect(holesIn('25.1.1').map(({ advisory }) => advisory)).toEqual(
      known.map(({ advisory }) => advisory),
    );
  });
});
