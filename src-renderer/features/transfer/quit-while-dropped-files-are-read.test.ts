/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms. */
/**
 * A person drops themes on the library, from a stick or a share that takes its time, and quits. The window still reads
 * them: nothing of them is imported. Foyer asks first, as at any import in progress, or they are imported before it ends.
 */
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { WindowWork } from '@shared/bridge/app';
import { newTheme } from '@shared/theme/theme';
import { trial } from '../../../src-main/transfer/trial-transfer';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';

afterEach(() => {
  library.end();
  while (transfer.told) transfer.dismiss();
});

const text = JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() });

/** Files as a browser reads them, which jsdom can't: the last of them once its disk has given it. */
function dropped(given: Promise<void>): File[] {
  const fileOf = (name: string, disk: Promise<void>): File =>
    Object.assign(new File([text], name), {
      arrayBuffer: async () => {
        await disk;
        return new TextEncoder().encode(text).buffer;
      },
    });
  return [fileOf('one.foyer', Promise.resolve()), fileOf('two.foyer', given)];
}

/** What quitting asks about, and which themes there are by then. */
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
  let give = (): void => undefined;
  const given = new Promise<void>((done) => (give = done));
  if (!isSlow) give();
  const importing = transfer.importGiven(dropped(given));
  if (!isSlow) await importing;
  // As the shell has it (src-main/composition/shell.ts, `mayQuit`): the window's word, and then what is under way.
  main.emit('app.ending', undefined);
  await Promise.race([isHandedOver, main.answered()]);
  const asks = [...mine.underWay(), ...ofWindow];
  const { themes } = await mine.library.handlers.list(undefined);
  give();
  await importing;
  return { asks, there: themes.length };
}

it('the control: they were read', async () => {
  expect((await quitting(false)).there).toBe(2);
});

it('they are being read: quitting asks about them, or has them', async () => {
  const { asks, there } = await quitting(true);
  expect(asks.length > 0 || there === 2).toBe(true);
});
