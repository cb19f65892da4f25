import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Picture } from '@shared/bridge/pictures';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPictures, type Pictures } from './pictures';
import { onePng, startTrialWeb, type TrialWeb } from './trial-web';

/**
 * The name of the file that another program holds, if it does, and whether it can be looked at
 * meanwhile; with `until`, who opens it is kept waiting rather than refused.
 */
const held = vi.hoisted(() => ({
  name: undefined as ((name: string) => boolean) | undefined,
  isSeen: true,
  until: undefined as Promise<void> | undefined,
}));

vi.mock('node:fs/promises', async (original) => {
  const real: typeof import('node:fs/promises') = await original();
  const isHeld = (path: unknown) =>
    typeof path === 'string' && held.name?.(basename(path)) === true;
  const refuse = (path: unknown): void => {
    if (!isHeld(path)) return;
    throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
  };
  return {
    ...real,
    readFile: ((...given: Parameters<typeof real.readFile>) =>
      new Promise((resolve) => {
        refuse(given[0]);
        resolve(real.readFile(...given));
      })) as typeof real.readFile,
    stat: ((...given: Parameters<typeof real.stat>) =>
      new Promise((resolve) => {
        if (!held.isSeen) refuse(given[0]);
        resolve(real.stat(...given));
      })) as typeof real.stat,
    open: async (...given: Parameters<typeof real.open>) => {
      // To be read, that is: beside a file that is held others can be written.
      if (given[1] !== 'wx') {
        if (isHeld(given[0]) && held.until) await held.until;
        else refuse(given[0]);
      }
      return real.open(...given);
    },
  };
});

const png = onePng(4, 3, [28, 93, 128]);
const isCopy = (name: string): boolean => name.endsWith('.png');

let web: TrialWeb;
let folder: string;
let clock: number;

beforeEach(async () => {
  web = await startTrialWeb();
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'pictures');
  clock = Date.parse('2026-11-20T12:00:00Z');
});
afterEach(async () => {
  Object.assign(held, { name: undefined, isSeen: true, until: undefined });
  await web.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function themeWith(address: string): Theme {
  const image = withThemeField(newTheme(), { field: 'general.background.type', value: 'Image' });
  return withThemeField(image, { field: 'general.background.content', value: address });
}

function room(theme: Theme): Pictures {
  return createPictures({
    folder,
    library: { current: async () => ({ theme }), allowPictures: async () => undefined },
    mayLoad: () => true,
    network: web.network,
    now: () => new Date(clock),
    warn: () => undefined,
  });
}

const show = async (pictures: Pictures) =>
  (await pictures.handlers.show({ themeId: 't' })).map(({ state }) => state);

/** Fetches what the theme has, a newer one of it where there is a copy; what comes of it. */
async function changed(pictures: Pictures): Promise<Picture> {
  // A copy that is fresh is not looked after.
  clock += 25 * 60 * 60 * 1_000;
  const change = new Promise<Picture>((resolve) => pictures.onChange(resolve));
  await pictures.handlers.show({ themeId: 't', again: true });
  return change;
}

/** Fetches what the theme has; what it is called then. */
async function fetched(name: string): Promise<{ theme: Theme; id: string }> {
  const path = `/${name}.png`;
  web.answers.set(path, (response) => response.end(png));
  const theme = themeWith(`https://pictures.example${path}`);
  const { state } = await changed(room(theme));
  return { theme, id: state.kind === 'shown' ? state.id : '' };
}

it('are still shown offline after a start at which their key was held for a moment', async () => {
  const { theme, id } = await fetched('a');
  web.isOnline = false;
  // A virus scanner looks at it as Foyer starts.
  held.name = (name) => name === 'key';
  const pictures = room(theme);
  await expect(show(pictures)).rejects.toThrow('notRead');
  held.name = undefined;
  expect(await show(pictures)).toMatchObject([{ kind: 'shown', id }]);
  // The next start, still without a network.
  const later = room(theme);
  expect(await show(later)).toMatchObject([{ kind: 'shown', id }]);
  expect(await later.read(id)).toEqual({ type: 'image/png', bytes: png });
});

it('are still shown offline after a look at which one of them was held for a moment', async () => {
  const all = [await fetched('a'), await fetched('b'), await fetched('c')];
  web.isOnline = false;
  const last = (await readdir(folder)).filter(isCopy).at(-1);
  const pictures = room(all[0]?.theme ?? newTheme());
  Object.assign(held, { name: (name: string) => name === last, isSeen: false });
  await show(pictures).catch(() => undefined);
  held.name = undefined;
  // The studio asks again.
  await show(pictures).catch(() => undefined);
  const served = await Promise.all(all.map(({ id }) => pictures.read(id)));
  expect(served).toEqual(all.map(() => ({ type: 'image/png', bytes: png })));
});

it('are still shown offline once a copy that was held for a moment can be read', async () => {
  const { theme, id } = await fetched('a');
  web.isOnline = false;
  const pictures = room(theme);
  expect(await show(pictures)).toMatchObject([{ kind: 'shown', id }]);
  held.name = isCopy;
  await pictures.read(id);
  held.name = undefined;
  // The next start, still without a network.
  const later = room(theme);
  expect(await show(later)).toMatchObject([{ kind: 'shown', id }]);
  expect(await later.read(id)).toEqual({ type: 'image/png', bytes: png });
});

it.each([true, false])(
  'are kept while their key is held, whether it can be looked at (%s) or not',
  async (isSeen) => {
    const { theme, id } = await fetched('a');
    const pictures = room(theme);
    expect(await show(pictures)).toMatchObject([{ kind: 'shown', id }]);
    const newer = onePng(2, 2, [255, 0, 0]);
    web.answers.set('/a.png', (response) => response.end(newer));
    Object.assign(held, { name: (name: string) => name === 'key', isSeen });
    const { state } = await changed(pictures);
    expect(state).toMatchObject({ kind: 'shown' });
    expect(state).not.toHaveProperty('failure');
    held.name = undefined;
    expect(await show(room(theme))).toEqual([state]);
  },
);

it('are deleted when a person says so, also while their key is held', async () => {
  const { theme } = await fetched('a');
  const pictures = room(theme);
  held.name = (name) => name === 'key';
  await pictures.handlers.clear(undefined);
  expect(await readdir(folder)).toEqual(['key']);
  held.name = undefined;
  expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
});

it('are known after a newer one was kept while the former was read', async () => {
  const { theme, id } = await fetched('a');
  const pictures = room(theme);
  await show(pictures);
  const newer = onePng(2, 2, [255, 0, 0]);
  web.answers.set('/a.png', (response) => response.end(newer));
  let goOn: () => void = () => undefined;
  held.until = new Promise((resolve) => (goOn = resolve));
  held.name = (name) => name.startsWith(id);
  const former = pictures.read(id);
  const { state } = await changed(pictures);
  goOn();
  expect(await former).toBeUndefined();
  expect(await show(pictures)).toEqual([state]);
});
