import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FirstScreen } from '@shared/first-screen';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFirstScreen, takeFirstScreen, type FirstScreenPlace } from './first-screen-file';

const window = {
  bounds: { x: 4, y: 5, width: 1000, height: 700, isMaximised: false },
  appearance: 'dark',
} as const;

function screen(name: string): FirstScreen {
  return {
    state: {
      preferences: { appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true },
      platform: 'linux',
      version: '1.2.3',
      electron: '45.4.1',
      hasKnownHoles: false,
      isFirstRun: false,
    },
    connections: { revision: 3, list: [], currentId: null },
    library: { themes: [], count: 7, counts: {}, tags: [{ name, count: 7 }], deliveries: [] },
  };
}

describe('The first screen that a start is handed', () => {
  let place: FirstScreenPlace;
  let file: string;
  beforeEach(() => {
    const profile = mkdtempSync(join(tmpdir(), 'foyer-first-'));
    place = { profile, version: '1.2.3', library: undefined };
    file = join(profile, 'first-screen');
  });
  afterEach(() => rmSync(place.profile, { recursive: true }));

  it('is what was kept last, with the window', async () => {
    await keepFirstScreen(place, window, screen('old'));
    await keepFirstScreen(place, window, screen('new'));
    const taken = takeFirstScreen(place);
    expect(taken).toMatchObject(window);
    expect(JSON.parse(taken?.page ?? '')).toEqual(screen('new'));
  });

  it('is used up by the start that takes it, so that none dies of it twice', async () => {
    await keepFirstScreen(place, window, screen('a'));
    expect(takeFirstScreen(place)).toBeDefined();
    expect(takeFirstScreen(place)).toBeUndefined();
  });

  it('can leave no element of the page that it stands in', async () => {
    const name = '</script><img src=x>\u2028';
    await keepFirstScreen(place, window, screen(name));
    const page = takeFirstScreen(place)?.page ?? '';
    expect(page).not.toContain('<');
    expect(JSON.parse(page)).toEqual(screen(name));
  });

  it.each([
    ['another version', { version: '1.2.4' }],
    ['another library', { library: '/elsewhere' }],
  ])('is not taken by %s', async (_what, other) => {
    await keepFirstScreen(place, window, screen('a'));
    expect(takeFirstScreen({ ...place, ...other })).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  it('is not believed where a byte of it is another, or it was cut off', async () => {
    await keepFirstScreen(place, window, screen('summer'));
    const whole = readFileSync(file, 'utf8');
    const broken = [
      whole.replace('summer', 'winter'),
      whole.replace('"dark"', '"light"'),
      whole.slice(0, -1),
      whole.slice(0, 70),
      '',
      '{}',
    ];
    for (const text of broken) {
      writeFileSync(file, text);
      expect(takeFirstScreen(place)).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect(takeFirstScreen(place)).toBeDefined();
  });

  it('is none once the last connection was removed: Foyer opens with something else then', async () => {
    await keepFirstScreen(place, window, screen('northwind'));
    const removed = screen('');
    await keepFirstScreen(place, window, {
      ...removed,
      state: { ...removed.state, isFirstRun: true },
    });
    expect(existsSync(file)).toBe(false);
    expect(takeFirstScreen(place)).toBeUndefined();
  });

  it('is none where nothing was kept', () => {
    expect(takeFirstScreen(place)).toBeUndefined();
  });
});
