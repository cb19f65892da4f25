/**
 * A file with a mistake is opened with Foyer while the report of another import is on show: it is refused behind that
 * report, and nobody was told so yet. Who quits then is asked first, or has been told: no file is refused unsaid.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real room. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trial } from '../../../src-main/transfer/trial-transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  while (transfer.told) transfer.dismiss();
  library.end();
});

/** A broken file is opened while something is on show; what quitting would ask about, and what was said. */
async function opened(over: 'a report' | 'a question'): Promise<{ asks: string[]; said: string }> {
  const mine = await trial();
  const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
  mine.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const { unmount } = render(TransferHost);
  const open = async (name: string, text: string): Promise<void> => {
    const path = join(mine.root, name);
    await writeFile(path, text);
    mine.open([path]);
    main.emit('transfer.opened', {});
  };
  let close = (): void => undefined;
  if (over === 'a report') {
    await open('good.foyer', JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() }));
    await screen.findByRole('dialog', { name: '1 theme imported' });
  } else close = openDialogs.add();
  const took = () => main.log.filter(({ name }) => name === 'transfer.importOpened').length;
  const before = took();
  await open('broken.foyer', '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
  if (over === 'a report') await vi.waitFor(() => expect(took()).toBe(before + 1));
  await waitFor(() => expect(mine.underWay()).not.toContain('import'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const answer = { asks: [...mine.underWay()], said: document.body.textContent };
  // Nothing of what waited here is told of in the next test.
  unmount();
  close();
  return answer;
}

it('the control: it waits behind a question, and quitting asks about it', async () => {
  expect((await opened('a question')).asks).toEqual(['opened']);
});

it('it was refused behind a report: it is said, or quitting asks about it', async () => {
  const { asks, said } = await opened('a report');
  expect(asks.length > 0 || said.includes('broken.foyer')).toBe(true);
});
