/**
 * A person puts a version back, names what is there then, and goes on, before a slow disk has given that version. Main
 * keeps the order of what is asked of a theme, and a quit waits for what it was asked: so it has to hear of the name at once.
 * Otherwise the name goes with a quit, without a word, and the version that has it holds what was typed after it was named.
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});

const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: true, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
};
const approved: ThemeVersion = {
  ...{ version: 10, at: '2026-11-13T17:20:00', reason: 'kept', name: 'Approved' },
};
const user = userEvent.setup();
let main: FakeMain;
let goOn: () => void;

async function putBackAndName(isQuick: boolean): Promise<void> {
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  if (isQuick) goOn();
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => harbour,
      versions: () => ({ versions: [approved], unreadable: 0 }),
      restoreVersion: async () => {
        await disk;
        return harbour;
      },
      keepVersion: async () => {
        await disk;
        return { version: 11 };
      },
      undo: async () => {
        await disk;
        return harbour;
      },
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(await screen.findByRole('button', { name: /^Restore/u }));
  await user.click(screen.getByRole('button', { name: 'Name this version' }));
  await screen.findByRole('textbox', { name: 'Version name' });
  await user.keyboard('For the autumn{Enter}');
}

const asked = () =>
  main.log
    .map(({ name }) => name)
    .filter((name) => /\.(?:restoreVersion|keepVersion|undo)$/u.test(name));

it.each([
  ['the control: the disk is quick', true],
  ['the disk takes its time', false],
])(
  'main hears of the name when it is given, and before what is done after it: %s',
  async (_name, isQuick) => {
    await putBackAndName(isQuick);
    if (isQuick) await waitFor(() => expect(asked()).toContain('library.keepVersion'));
    await user.click(screen.getByRole('button', { name: /^Undo/u }));
    // A quit here loses the name.
    const atOnce = asked();
    goOn();
    await waitFor(() => expect(asked()).toContain('library.keepVersion'));
    const inOrder = ['library.restoreVersion', 'library.keepVersion', 'library.undo'];
    expect(asked()).toEqual(inOrder);
    expect(atOnce).toEqual(inOrder);
  },
);
