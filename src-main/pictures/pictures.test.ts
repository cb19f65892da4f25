import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Picture } from '@shared/bridge/pictures';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPictures, type Pictures, type PicturesOptions } from './pictures';
import { onePng, startTrialWeb, type TrialWeb } from './trial-web';

const png = onePng(4, 3, [28, 93, 128]);
const address = 'https://pictures.example/a.png';
const avatar = 'https://pictures.example/b.png';

let web: TrialWeb;
let folder: string;
let theme: Theme;
let picturesWait: boolean | undefined;
let mayLoad: boolean;
let clock: number;
const warned: Record<string, unknown>[] = [];

beforeEach(async () => {
  web = await startTrialWeb();
  web.answers.set('/a.png', (response) => response.end(png));
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'pictures');
  theme = withPicture(newTheme(), address);
  picturesWait = undefined;
  mayLoad = true;
  clock = Date.parse('2026-11-20T12:00:00Z');
  warned.length = 0;
});
afterEach(async () => {
  await web.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function withPicture(theme: Theme, content: string): Theme {
  const image = withThemeField(theme, { field: 'general.background.type', value: 'Image' });
  return withThemeField(image, { field: 'general.background.content', value: content });
}

function room(more: Partial<PicturesOptions> = {}): Pictures {
  return createPictures({
    folder,
    library: {
      current: async () => ({ theme, picturesWait }),
      allowPictures: async () => {
        picturesWait = undefined;
      },
    },
    mayLoad: () => mayLoad,
    network: web.network,
    now: () => new Date(clock),
    warn: (event, fields) => warned.push({ event, ...fields }),
    ...more,
  });
}

const show = async (pictures: Pictures, again = false) =>
  (await pictures.handlers.show({ themeId: 't', again })).map(({ state }) => state);

/** What the room says next. */
const next = (pictures: Pictures) =>
  new Promise<Picture>((resolve) => {
    const end = pictures.onChange((picture) => {
      end();
      resolve(picture);
    });
  });

/** Fetches what the theme has, and gives the state that it comes to. */
async function shown(pictures: Pictures, again = false) {
  const change = next(pictures);
  await show(pictures, again);
  return (await change).state;
}

describe('pictures', () => {
  it('are fetched once, kept, and served by an id that tells nothing', async () => {
    const pictures = room();
    const change = next(pictures);
    expect(await show(pictures)).toEqual([{ kind: 'loading' }]);
    expect(await show(pictures)).toEqual([{ kind: 'loading' }]);
    const { state, host } = await change;
    expect(host).toBe('pictures.example');
    const id = state.kind === 'shown' ? state.id : '';
    expect(id).toMatch(/^[0-9a-f]{32}-[0-9a-f]{32}$/u);
    expect(await pictures.read(id)).toEqual({ type: 'image/png', bytes: png });
    expect(await show(pictures)).toEqual([state]);
    expect(web.requests).toHaveLength(1);
    const files = await readdir(folder);
    expect(files.join(' ')).not.toContain('example');
    // Another profile calls the same picture something else.
    const other = room({ folder: join(folder, '..', 'other') });
    expect(await shown(other)).not.toMatchObject({ id });
  });

  it('are served from the copies alone', async () => {
    const pictures = room();
    const state = await shown(pictures);
    const id = state.kind === 'shown' ? state.id : '';
    for (const unknown of [
      ...['', 'x', address, encodeURIComponent(address), `${id}/`, `${id}?${address}`, id.slice(1)],
      ...['../key', 'key', `${id}.png`, id.toUpperCase(), '0'.repeat(65), '__proto__'],
    ]) {
      expect(await pictures.read(unknown), unknown).toBeUndefined();
    }
    expect(web.requests).toHaveLength(1);
    expect(web.lookups).toHaveLength(1);
  });

  it('come out of a theme’s own fields alone, and only where they are shown', async () => {
    theme = withThemeField(newTheme(), {
      field: 'customCss',
      value: `body { background: url(${address}) }`,
    });
    theme = withThemeField(theme, { field: 'general.background.content', value: address });
    theme = withThemeField(theme, { field: 'chat.guestAvatar.url', value: avatar });
    const pictures = room();
    expect(await show(pictures)).toEqual([]);
    expect(web.lookups).toEqual([]);
    theme = withThemeField(theme, { field: 'chat.guestAvatar.isEnabled', value: true });
    expect(await shown(pictures)).toEqual({ kind: 'failed', failure: { reason: 'notFound' } });
  });

  it('survive a start, and show offline', async () => {
    const state = await shown(room());
    web.isOnline = false;
    const later = room();
    expect(await show(later)).toEqual([state]);
    // A day later it looks for a newer one in vain, says so, and shows the copy.
    clock += 25 * 60 * 60 * 1_000;
    expect(await shown(later)).toEqual({ ...state, failure: { reason: 'nameNotFound' } });
    expect(await show(later)).toEqual([{ ...state, failure: { reason: 'nameNotFound' } }]);
    web.isOnline = true;
    const newer = onePng(2, 2, [255, 0, 0]);
    web.answers.set('/a.png', (response) => response.end(newer));
    const fetched = await shown(later, true);
    expect(fetched).toMatchObject({ kind: 'shown', fetchedAt: new Date(clock).toISOString() });
    expect(fetched).not.toHaveProperty('failure');
    const ids = [state, fetched].map((each) => (each.kind === 'shown' ? each.id : ''));
    expect(await later.read(ids[0] ?? '')).toBeUndefined();
    expect(await later.read(ids[1] ?? '')).toMatchObject({ bytes: newer });
  });

  it('wait in a theme from elsewhere until it is allowed', async () => {
    picturesWait = true;
    const pictures = room();
    expect(await show(pictures)).toEqual([{ kind: 'waiting' }]);
    expect(await show(pictures, true)).toEqual([{ kind: 'waiting' }]);
    expect(web.lookups).toEqual([]);
    const change = next(pictures);
    await pictures.handlers.allow({ themeId: 't' });
    expect((await change).state).toMatchObject({ kind: 'shown' });
  });

  it('are not fetched when that is switched off, but copies show', async () => {
    mayLoad = false;
    const pictures = room();
    expect(await show(pictures)).toEqual([{ kind: 'off' }]);
    expect(web.lookups).toEqual([]);
    mayLoad = true;
    const state = await shown(pictures);
    mayLoad = false;
    clock += 25 * 60 * 60 * 1_000;
    expect(await show(pictures)).toEqual([state]);
    expect(web.requests).toHaveLength(1);
  });

  it('are not asked for again and again when they fail, but when a person says so', async () => {
    web.answers.delete('/a.png');
    const pictures = room();
    const failed = { kind: 'failed', failure: { reason: 'notFound' } };
    expect(await shown(pictures)).toEqual(failed);
    expect(await show(pictures)).toEqual([failed]);
    expect(web.requests).toHaveLength(1);
    await shown(pictures, true);
    expect(web.requests).toHaveLength(2);
    clock += 61_000;
    await shown(pictures);
    expect(web.requests).toHaveLength(3);
    // Hosts and reasons are for the log, addresses are not.
    expect(warned[0]).toEqual({
      event: 'pictures.notHad',
      host: 'pictures.example',
      reason: 'notFound',
    });
  });

  it('say why an address is not asked', async () => {
    theme = withPicture(newTheme(), ' http://10.0.0.1/x ');
    expect(await room().handlers.show({ themeId: 't' })).toEqual([
      {
        address: 'http://10.0.0.1/x',
        host: '10.0.0.1',
        state: { kind: 'failed', failure: { reason: 'notHttps' } },
      },
    ]);
    theme = withPicture(newTheme(), 'harbour.png');
    expect(await room().handlers.show({ themeId: 't' })).toEqual([
      {
        address: 'harbour.png',
        host: '',
        state: { kind: 'failed', failure: { reason: 'notAnAddress' } },
      },
    ]);
  });

  it('are given to miniatures from the copies, with nothing asked', async () => {
    const pictures = room();
    expect(await pictures.handlers.copies({ addresses: [address, avatar] })).toEqual([]);
    const state = await shown(pictures);
    expect(await pictures.handlers.copies({ addresses: [address, avatar, address] })).toEqual([
      { address, id: state.kind === 'shown' ? state.id : '' },
    ]);
    expect(web.requests).toHaveLength(1);
  });

  it('take no more room than they may: the one not shown for longest goes', async () => {
    const pictures = room({ maxCacheBytes: png.length * 2 + 10 });
    const ids = new Map<string, string>();
    for (const name of ['a', 'b', 'c']) {
      web.answers.set(`/${name}.png`, (response) => response.end(png));
      theme = withPicture(newTheme(), `https://pictures.example/${name}.png`);
      clock += 1_000;
      const state = await shown(pictures);
      ids.set(name, state.kind === 'shown' ? state.id : '');
      clock += 1_000;
      if (name === 'b') await pictures.read(ids.get('a') ?? '');
    }
    const held = async (name: string) => (await pictures.read(ids.get(name) ?? '')) !== undefined;
    expect([await held('a'), await held('b'), await held('c')]).toEqual([true, false, true]);
    expect(await pictures.handlers.size(undefined)).toEqual({ count: 2, bytes: png.length * 2 });
  });

  it('are all deleted when a person says so', async () => {
    const pictures = room();
    await shown(pictures);
    let cleared = 0;
    pictures.onCleared(() => (cleared += 1));
    await pictures.handlers.clear(undefined);
    expect(cleared).toBe(1);
    expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
    expect(await readdir(folder)).toEqual(['key']);
  });

  it('are all deleted also where a Foyer was killed while it kept one', async () => {
    await mkdir(folder);
    await writeFile(join(folder, '.foyer-7-0123456789ab.tmp'), png);
    const pictures = room();
    expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
    expect(await readdir(folder)).toEqual(['key']);
    await writeFile(join(folder, '.foyer-7-ba9876543210.tmp'), png);
    await pictures.handlers.clear(undefined);
    expect(await readdir(folder)).toEqual(['key']);
  });

  it('are fetched again after a clean-up program took their folder while Foyer runs', async () => {
    const pictures = room();
    const state = await shown(pictures);
    const id = state.kind === 'shown' ? state.id : '';
    await rm(folder, { recursive: true });
    // The preview asks for the picture, and a person presses Try again.
    expect(await pictures.read(id)).toBeUndefined();
    expect(await shown(pictures, true)).toEqual(state);
    expect(await pictures.read(id)).toEqual({ type: 'image/png', bytes: png });
    // The next start knows them.
    expect(await show(room())).toEqual([state]);
    await rm(folder, { recursive: true });
    await pictures.handlers.clear(undefined);
    expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
  });

  it.each([
    ['cut off', (file: string) => truncate(file, 10)],
    ['empty', (file: string) => truncate(file, 0)],
    ['another', (file: string) => writeFile(file, onePng(9, 9, [0, 0, 0]))],
    ['gone', (file: string) => rm(file)],
  ])('that lie %s in the cache are not served, and fetched anew', async (_how, damage) => {
    const state = await shown(room());
    const id = state.kind === 'shown' ? state.id : '';
    const file = (await readdir(folder)).find((name) => name !== 'key') ?? '';
    await damage(join(folder, file));
    const pictures = room();
    expect(await pictures.read(id)).toBeUndefined();
    expect(await shown(pictures)).toMatchObject({ kind: 'shown', id });
    expect(await readFile(join(folder, file))).toEqual(png);
  });

  it('start anew without their key, and keep one of two copies of an address', async () => {
    const state = await shown(room());
    const file = (await readdir(folder)).find((name) => name !== 'key') ?? '';
    const older = join(folder, `${file.slice(0, 33)}${'0'.repeat(32)}.png`);
    await writeFile(older, 'older');
    await utimes(older, 0, 0);
    expect(await show(room())).toEqual([state]);
    expect((await readdir(folder)).sort()).toEqual([file, 'key'].sort());
    await rm(join(folder, 'key'));
    const pictures = room();
    expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
    expect(await readdir(folder)).toEqual(['key']);
  });

  it('say when the disk would not keep them', async () => {
    await writeFile(join(folder, '..', 'file'), '');
    const pictures = room({ folder: join(folder, '..', 'file', 'pictures') });
    const failure = { name: 'StorageError', kind: 'missing' };
    await expect(show(pictures)).rejects.toMatchObject(failure);
    await expect(pictures.handlers.clear(undefined)).rejects.toMatchObject(failure);
    expect(await pictures.read('x')).toBeUndefined();
  });

  it('say so as well where a file came in the place of their folder', async () => {
    const pictures = room();
    const state = await shown(pictures);
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    clock += 25 * 60 * 60 * 1_000;
    expect(await shown(pictures)).toEqual({ ...state, failure: { reason: 'notKept' } });
    expect(warned.at(-1)).toMatchObject({
      error: expect.stringContaining('StorageError') as string,
    });
  });
});
