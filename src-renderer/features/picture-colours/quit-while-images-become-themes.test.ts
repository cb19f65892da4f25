/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms. */
/**
 * A person drops several photographs on the library, each of which takes a while to be decoded, and quits: some of them are
 * themes by then. Foyer asks first, as at any change of many themes in progress, or all of them are themes before it ends.
 */
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { WindowWork } from '@shared/bridge/app';
import { trial } from '../../../src-main/transfer/trial-transfer';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { themesFromPictures } from './themes-from-pictures';

const decoding = vi.hoisted(() => ({ second: Promise.resolve(), begins: (): void => undefined }));
vi.mock('./read-picture', () => ({
  biggestPicture: 1_000,
  coloursOfPicture: async ({ name }: File) => {
    if (name !== 'second.png') return ['#FF0000'];
    decoding.begins();
    await decoding.second;
    return ['#FF0000'];
  },
}));
vi.mock('./theme-colours', () => ({ themeColours: () => [] }));

afterEach(() => library.end());

/** What quitting asks about, and how many themes there are by then. */
async function quitting(isSlow: boolean): Promise<{ asks: readonly string[]; there: number }> {
  const mine = await trial();
  let ended = (): void => undefined;
  let ofWindow: readonly WindowWork[] = [];
  const isHandedOver = new Promise<void>((done) => (ended = done));
  const main = installFakeMain({
    library: mine.library.handlers,
    transfer: mine.transfer,
    app: { handedOver: () => void ended(), atWork: ({ work }) => void (ofWindow = work) },
  });
  mine.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  onTestFinished(handOverAtTheEnd());
  let decode = (): void => undefined;
  decoding.second = new Promise((done) => (decode = done));
  const isAtSecond = new Promise<void>((done) => (decoding.begins = done));
  if (!isSlow) decode();
  const pictures = ['first.png', 'second.png', 'third.png'].map((name) => new File(['x'], name));
  const making = themesFromPictures(pictures, 0);
  await (isSlow ? isAtSecond : making);
  // As the shell has it (src-main/composition/shell.ts, `mayQuit`): the window's word, and then what is under way.
  main.emit('app.ending', undefined);
  await Promise.race([isHandedOver, main.answered()]);
  const asks = [...mine.underWay(), ...ofWindow];
  const { themes } = await mine.library.handlers.list(undefined);
  decode();
  await making;
  return { asks, there: themes.length };
}

it('the control: all of them were decoded', async () => {
  expect((await quitting(false)).there).toBe(3);
});

it('the second is being decoded: quitting asks about it, or has them all', async () => {
  const { asks, there } = await quitting(true);
  expect(asks.length > 0 || there === 3).toBe(true);
});
