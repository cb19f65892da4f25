/**
 * Two themes get a tag together, and one of them, which has as many tags as it can have, or more from elsewhere, has that
 * one already: neither gets too many.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TagsDialog from './TagsDialog.svelte';
import { mostTags } from './tag-changes';

beforeAll(() => layers.load(), 120_000);

it.each([
  ['the control: it has one less', mostTags - 1],
  ['it has as many as it can have', mostTags],
  ['it has more, from elsewhere', mostTags + 10],
])('%s', async (_name, count) => {
  const main = installFakeMain({
    library: {
      setTagsOfMany: ({ themes }) => ({ ids: themes.map(({ id }) => id), problem: null }),
    },
  });
  const tags = Array.from({ length: count }, (_, at) => `Tag ${at + 1}`);
  const themes = [
    { ...sampleSummary('Harbour', { id: 'a' }), tags },
    { ...sampleSummary('Quay', { id: 'b' }), tags: [] },
  ];
  const onclose = vi.fn();
  render(TagsDialog, { themes, onclose });
  await userEvent.type(await screen.findByRole('textbox'), 'Tag 1{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }));
  await waitFor(() => expect(onclose).toHaveBeenCalled());
  expect(main.log[0]?.input).toEqual({ themes: [{ id: 'b', tags: ['Tag 1'], before: [] }] });
});
