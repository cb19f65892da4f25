/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms: what quitting asks about is theirs. */
/**
 * A person drops themes on the library, from a stick or a share that takes its time, or photographs, each of which takes a
 * while to be decoded, and quits. Foyer asks first, as at any work in progress, or all of it is done before it ends.
 */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WindowWork } from '@shared/bridge/app';
import { newTheme } from '@shared/theme/theme';
import { trial } from '../../src-main/transfer/trial-transfer';
import { themesFromPictures } from '../features/picture-colours/themes-from-pictures';
import { library } from '../state/library.svelte';
import { navigation } from '../state/navigation.svelte';
import { transfer } from '../state/transfer.svelte';
import { installFakeMain } from '../testing/fake-main';
import { openDialogs } from '../ui/open-dialogs.svelte';
import { handOverAtTheEnd } from './typed-at-the-end';

const decoding = vi.hoisted(() => ({ second: Promise.resolve() }));
vi.mock('../features/picture-colours/read-picture', () => ({
  biggestPicture: 1_000,
  coloursOfPicture: async ({ name }: File) => {
    if (name === 'second.png') await decoding.second;
    return ['#FF0000'];
  },
}));
vi.mock('../features/picture-colours/theme-colours', () => ({ themeColours: () => [] }));

afterEach(() => {
  library.end();
  while (transfer.told) transfer.dismiss();
});

const text = JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() });

/** Files as a browser reads them, which jsdom can't: the last of them once its disk has given it. */
function importDropped(given: Promise<void>): Promise<void> {
  const fileOf = (name: string, disk: Promise<void>): File =>
    Object.assign(new File([text], name), {
      arrayBuffer: async () => {
        await disk;
        return new TextEncoder().encode(text).buffer;
      },
    });
  return transfer.importGiven([fileOf('one.foyer', Promise.resolve()), fileOf('two.foyer', given)]);
}

function makeThemes(decoded: Promise<void>): Promise<void> {
  decoding.second = decoded;
  const pictures = ['first.png', 'second.png', 'third.png'].map((name) => new File(['x'], name));
  return themesFromPictures(pictures, 0);
}

/** What quitting asks about, and how many themes there are by then, with work that goes on once it may. */
async function quitting(
  work: (mayGoOn: Promise<void>) => Promise<void>,
  isSlow: boolean,
): Promise<{ asks: readonly string[]; there: number }> {
  const mine = await trial();
  let ended = (): void => undefined;
  let ofWindow: readonly WindowWork[] = [];
  const isHandedOver = new Promise<void>((done) => (ended = done));
  const main = installFakeMain({
    library: mine.library.handlers,
    transfer: mine.transfer,
    app: { handedOver: () => void ended(), atWork: ({ work: now }) => void (ofWindow = now) },
  });
  mine.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  onTestFinished(handOverAtTheEnd());
  let goOn = (): void => undefined;
  const mayGoOn = new Promise<void>((done) => (goOn = done));
  if (!isSlow) goOn();
  const working = work(mayGoOn);
  if (!isSlow) await working;
  // As the shell has it (src-main/composition/shell.ts, `mayQuit`): the window's word, and then what is under way.
  main.emit('app.ending', undefined);
  await Promise.race([isHandedOver, main.answered()]);
  const asks = [...mine.underWay(), ...ofWindow];
  const { themes } = await mine.library.handlers.list(undefined);
  goOn();
  await working;
  return { asks, there: themes.length };
}

describe.each([
  ['dropped files are read', importDropped, 'import', 2],
  ['themes are made of images', makeThemes, 'make', 3],
] as const)('%s', (_what, work, asked, all) => {
  it('the control: that is done, and not asked about any more', async () => {
    expect(await quitting(work, false)).toEqual({ asks: [], there: all });
  });

  it('quitting asks about it', async () => {
    const { asks, there } = await quitting(work, true);
    expect(there).toBeLessThan(all);
    expect(asks).toContain(asked);
  });
});

it('a theme that is made, and waits for a dialog to be shown, isn’t asked about', async () => {
  const close = openDialogs.add();
  onTestFinished(close);
  const created = vi.fn(() => ({ id: 'made' }));
  const told: (readonly WindowWork[])[] = [];
  installFakeMain({
    library: { create: created },
    app: { atWork: ({ work }) => void told.push(work) },
  });
  void themesFromPictures([new File(['x'], 'beach.png')], navigation.place);
  await vi.waitFor(() => expect(told.at(-1)).toEqual([]));
  expect(told).toEqual([['make'], []]);
  expect(created).toHaveBeenCalledOnce();
});
