import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Picture } from '@shared/bridge/pictures';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPictures, type Pictures } from './pictures';
import { onePng, startTrialWeb, type TrialWeb } from './trial-web';

/** The name of the file that another program holds, if it does, and whether it can be looked at meanwhile. */
const held = vi.hoisted(() => ({
  name: undefined as ((name: string) => boolean) | undefined,
  isSeen: true,
}));

vi.mock('node:fs/promises', async (original) => {
  const real: typeof import('node:fs/promises') = await original();
  const refuse = (path: unknown): void => {
    if (typeof path !== 'string' || held.name?.(basename(path)) !== true) return;
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
    open: (...given: Parameters<typeof real.open>) =>
      new Promise((resolve) => {
        // To be read, that is: beside a file that is held others can be written.
        if (given[1] !== 'wx') refuse(given[0]);
        resolve(real.open(...given));
      }),
  };
});

const png = onePng(4, 3, [28, 93, 128]);
const isCopy = (name: string): boolean => name.endsWith('.png');

let web: TrialWeb;
let folder: string;

beforeEach(async () => {
  web = await startTrialWeb();
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'pictures');
});
afterEach(async () => {
  Object.assign(held, { name: undefined, isSeen: true });
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
    warn: () => undefined,
  });
}

const show = async (pictures: Pictures) =>
  (await pictures.handlers.show({ themeId: 't' })).map(({ state }) => state);

/** Fetches what the theme has; what it is called then. */
async function fetched(name: string): Promise<{ theme: Theme; id: string }> {
  const path = `/${name}.png`;
  web.answers.set(path, (response) => response.end(png));
  const theme = themeWith(`https://pictures.example${path}`);
  const pictures = room(theme);
  const change = new Promise<Picture>((resolve) => pictures.onChange(resolve));
  await show(pictures);
  const { state } = await change;
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
