/**
 * A virus scanner holds a theme's file in the moment in which the theme is opened in the studio. Main tells nobody when it
 * can be read again, as the library has it as it was. The studio doesn't go on saying that it can't be read.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { libraryOfOne } from '../../../src-main/library/testing/fixture-library';
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

it.each([
  ['the control: it can be read', false],
  ['it can be read a moment later', true],
])('%s', async (_when, isHeldAtFirst) => {
  let isHeld = isHeldAtFirst;
  const { library: room, id, folders } = await libraryOfOne({ name: 'Harbour' });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      ...room.handlers,
      open: (input) => {
        const path = `${folders.themes}/a.json`;
        if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
        return room.handlers.open(input);
      },
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  room.onChange((change) => main.emit('library.changed', change));
  room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  await library.start();
  navigation.go({ screen: 'studio', themeId: id });
  render(Studio, { themeId: id });
  if (isHeldAtFirst) await screen.findByText(/a\.json/u, {}, { timeout: 5_000 });
  isHeld = false;
  expect(await screen.findByRole('heading', { name: 'Harbour' }, { timeout: 4_000 })).toBeVisible();
});
