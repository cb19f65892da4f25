/**
 * A person looks at the two versions of a theme, to choose one, and meanwhile a colleague's newer edit of one of them
 * comes with the shared folder. What is said to differ is what differs then: by it a person decides which version goes.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newTheme, type Theme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import CompareThemes from '../../features/themes/CompareThemes.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConflictDialog from './ConflictDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const inFont = (font: string): Theme => {
  const theme = newTheme();
  return { ...theme, general: { ...theme.general, font } };
};

type Shown = 'to choose one' | 'to compare them';

/** Shows two versions in the fonts Lora and Inter; gives how a colleague has the second in another font. */
async function shown(what: Shown): Promise<(font: string) => Promise<void>> {
  const {
    folders,
    library: room,
    document,
    id,
  } = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
  const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
  await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: room.handlers,
  });
  room.onChange((change) => main.emit('library.changed', change));
  room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  await library.start();
  const theme = library.themes.find((each) => each.id === copy.id);
  if (!theme) throw new Error('The copy is not in the library.');
  const onclose = (): void => undefined;
  if (what === 'to choose one') render(ConflictDialog, { theme, onclose });
  else render(CompareThemes, { themeId: copy.id, otherId: id, onclose });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
  return async (font) => {
    const updatedAt = '2026-03-02T03:04:05.000Z';
    await putTheme(folders, 'a.json', { ...document, updatedAt, theme: inFont(font) });
    await room.rescan();
    // The window has heard of it.
    await waitFor(() =>
      expect(library.themes.find((each) => each.id === id)?.theme.general.font).toBe(font),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
  };
}

it.each<Shown>(['to compare them', 'to choose one'])(
  'two versions are looked at %s, and one is edited elsewhere',
  async (what) => {
    const edit = await shown(what);
    await edit('Bitter');
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(/Lora.*Bitter/u);
    expect(dialog).not.toHaveTextContent('Inter');
  },
);

it('the two are compared once the other one, which was away for a moment, is back', async () => {
  const made = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
  const { folders, library: room, id } = made;
  const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
  await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: room.handlers,
  });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const [here, away] = [join(folders.themes, 'a.json'), join(folders.root, 'away')];
  await rename(here, away);
  await room.rescan();
  await waitFor(() => expect(library.themes).toHaveLength(1));
  const [theme] = library.themes;
  if (!theme) throw new Error('The copy is not in the library.');
  render(ConflictDialog, { theme, onclose: () => undefined });
  await screen.findByRole('button', { name: 'Keep both' });
  await rename(away, here);
  await room.rescan();
  // The control: that it is back is shown.
  await screen.findByRole('button', { name: 'Keep this version' });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
});
