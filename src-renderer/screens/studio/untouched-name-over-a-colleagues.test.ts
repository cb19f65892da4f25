/**
 * A person makes a theme's name a field in the studio and types nothing: they looked, or clicked beside. Meanwhile a
 * colleague renames the theme in the shared folder. Leaving the field gives the theme no name: the colleague's stays.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => library.end());

const user = userEvent.setup();

/** What the theme is called in its file once the field was left, in which nothing was typed. */
async function afterLeaving(
  leave: string,
  isRenamedByOthers: boolean,
  name = 'Harbour',
): Promise<string> {
  const { folders, library: room, document, id } = await libraryOfOne({ name });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: room.handlers,
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  room.onChange((change) => main.emit('library.changed', change));
  room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  await library.start();
  navigation.go({ screen: 'studio', themeId: id });
  render(Studio, { themeId: id });
  await user.click(await screen.findByRole('button', { name: 'Harbour' }));
  await screen.findByRole('textbox', { name: 'Theme name' });
  if (isRenamedByOthers) {
    await putTheme(folders, 'a.json', { ...document, name: 'Quay' });
    await room.rescan();
    await waitFor(() => expect(library.themes[0]?.name).toBe('Quay'));
  }
  if (leave === 'a click elsewhere') (window.document.activeElement as HTMLElement).blur();
  else await user.keyboard(leave);
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Theme name' })).toBeNull());
  // Whatever leaving did is on the disk.
  await room.saveEdits();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return (await themesOnDisk(folders))[0]?.name ?? '';
}

it('the control: nobody else has renamed it', async () => {
  expect(await afterLeaving('a click elsewhere', false)).toBe('Harbour');
});

it('the control: the field is left by Escape', async () => {
  expect(await afterLeaving('{Escape}', true)).toBe('Quay');
});

it.each(['a click elsewhere', '{Enter}'])(
  'a colleague has renamed it, and the untouched field is left by %s',
  async (leave) => {
    expect(await afterLeaving(leave, true)).toBe('Quay');
  },
);

it.each(['a click elsewhere', '{Enter}'])(
  'a name with spaces around it, as another program gave it, stays when its field is left by %s',
  async (leave) => {
    expect(await afterLeaving(leave, false, ' Harbour ')).toBe(' Harbour ');
  },
);
