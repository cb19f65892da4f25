/**
 * A theme has as many tags as it can have: it can be given the last of them, and its tags be saved as they are. One that
 * has more, from elsewhere, gets none on top, but one in the place of another.
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

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Tag ${at + 1}`);
const tags = numbered(mostTags - 1);
const tooMany = numbered(mostTags + 10);

it.each([
  ['Last{Enter}', tags, [...tags, 'Last']],
  // The control: one more is refused.
  ['Last{Enter}More{Enter}', tags, null],
  // One that it has already is no other one.
  ['Last{Enter}tag 1', tags, [...tags, 'Last']],
  ['Another{Enter}', tooMany, null],
  ['{Backspace}Another{Enter}', tooMany, [...tooMany.slice(0, -1), 'Another']],
])('%s', async (typed, worn, saved) => {
  const main = installFakeMain({
    library: {
      setTagsOfMany: ({ themes }) => ({ ids: themes.map(({ id }) => id), problem: null }),
    },
  });
  const onclose = vi.fn();
  render(TagsDialog, { themes: [{ ...sampleSummary('Harbour'), tags: worn }], onclose });
  await userEvent.type(await screen.findByRole('textbox'), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }));
  if (saved === null) {
    expect(screen.getByRole('textbox')).toBeInvalid();
    expect(main.log).toEqual([]);
    return;
  }
  await waitFor(() => expect(onclose).toHaveBeenCalled());
  expect(main.log[0]?.input).toMatchObject({ themes: [{ tags: saved }] });
});
