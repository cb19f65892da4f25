/**
 * A version is given a name with a slip in it, and the person corrects it at once, while a slow disk still takes the first
 * name: what they type is what they typed, also when the list with the first name comes.
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
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
};
const user = userEvent.setup();
let main: FakeMain;
let names: (string | null)[];
let goOn: () => void;

async function openStudio(): Promise<void> {
  let one: ThemeVersion = {
    ...{ version: 10, at: '2026-11-13T17:20:00', reason: 'restored', name: null },
  };
  names = [];
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => harbour,
      versions: () => ({ versions: [one], unreadable: 0 }),
      nameVersion: async ({ name }) => {
        await disk;
        names.push(name);
        one = { ...one, name };
        main.emit('library.versionsChanged', { id: 't1' });
      },
    },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Version name' });

async function beginToName(): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^More for/u }));
  await user.click(await screen.findByRole('menuitem', { name: /name/iu }));
  await screen.findByRole('textbox', { name: 'Version name' });
}

it.each([
  ['the control: the disk is quick', true],
  ['the disk takes its time', false],
])('what is typed stays: %s', async (_name, isQuick) => {
  await openStudio();
  await beginToName();
  await user.keyboard('Aproved{Enter}');
  if (isQuick) {
    goOn();
    await screen.findByText('Aproved');
    await user.click(await screen.findByRole('button', { name: /^More for/u }));
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/u }));
    await screen.findByRole('textbox', { name: 'Version name' });
    await user.clear(field());
  } else {
    await beginToName();
  }
  await user.keyboard('Approved by');
  goOn();
  await waitFor(() =>
    expect(main.log.filter(({ name }) => name === 'library.versions').length).toBeGreaterThan(1),
  );
  await user.keyboard(' Mia');
  expect(field()).toHaveValue('Approved by Mia');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(names).toEqual(['Aproved', 'Approved by Mia']));
});
