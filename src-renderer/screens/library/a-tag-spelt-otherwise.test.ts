/** A tag was misspelt in its case alone: it is taken out and entered anew. What other themes have of it stays the spelling. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TagsDialog from './TagsDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

it.each([
  ['no other theme has it', [], [{ id: 'a', tags: ['iPhone'], before: ['IPHONE'] }]],
  ['the control: another theme has it', ['IPHONE'], []],
])('%s', async (_name, tags, expected) => {
  const own = { ...sampleSummary('Harbour', { id: 'a' }), tags: ['IPHONE'] };
  const main = installFakeMain({
    library: {
      list: () => ({
        ...{ revision: 1, themes: [own, { ...sampleSummary('Quay', { id: 'b' }), tags }] },
        ...{ unreadable: [], ids: [1], folder: '/themes' },
      }),
      setTagsOfMany: ({ themes }) => ({ ids: themes.map(({ id }) => id), problem: null }),
    },
  });
  await library.start();
  const onclose = vi.fn();
  render(TagsDialog, { themes: [own], onclose });
  await userEvent.click(await screen.findByRole('button', { name: /^Remove .*IPHONE/u }));
  await userEvent.type(screen.getByRole('textbox'), 'iPhone{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }));
  await waitFor(() => expect(onclose).toHaveBeenCalled());
  const asked = main.log.filter(({ name }) => name === 'library.setTagsOfMany');
  expect(asked.flatMap(({ input }) => (input as { themes: unknown[] }).themes)).toEqual(expected);
});
