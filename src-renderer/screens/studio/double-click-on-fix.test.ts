/**
 * Two texts are hard to read. A person double-clicks the button that fixes the worst: that goes to its place among the readable
 * ones at once, and the next comes under the pointer, with a button of its own, before the second click does. The second click
 * of a double click changes no other colour.
 */
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);

const topmost = () => screen.getAllByRole('button', { name: /^Fix .*: use/iu })[0];

/** The fields that two clicks on the topmost of the buttons change, the second of which says so of itself. */
async function changedBy(secondClick: number): Promise<string[]> {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const changed: string[] = [];
  const { chat, ...rest } = newTheme();
  const hard = (text: string) => ({ backgroundColor: '#FFFFFF', color: text });
  let said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], isReadOnly: false },
    theme: {
      ...rest,
      chat: {
        ...chat,
        hostBubbles: { ...chat.hostBubbles, ...hard('#EEEEEE') },
        guestBubbles: { ...chat.guestBubbles, ...hard('#DDDDDD') },
        buttons: { ...chat.buttons, ...hard('#CCCCCC') },
      },
    },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => said,
      edit: ({ edits }) => {
        changed.push(...edits.map(({ field }) => field));
        said = {
          ...said,
          version: said.version + 1,
          theme: edits.reduce(withThemeField, said.theme),
        };
        return said;
      },
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const first = topmost();
  if (!first) throw new Error('Nothing is hard to read.');
  const name = first.getAttribute('aria-label');
  await fireEvent.click(first, { detail: 1 });
  await waitFor(() => expect(topmost()?.getAttribute('aria-label')).not.toBe(name));
  const second = topmost();
  if (second) await fireEvent.click(second, { detail: secondClick });
  return changed;
}

it('the control: two clicks, each by itself, fix two', async () => {
  expect(await changedBy(1)).toHaveLength(2);
});

it('a double click fixes one', async () => {
  expect(await changedBy(2)).toHaveLength(1);
});
