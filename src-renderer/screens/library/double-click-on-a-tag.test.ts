/**
 * A person double-clicks a tag in the dialog of a theme's tags, to put it on or to take it off: it goes from its list at once,
 * and the next one comes under the pointer before the second click does. The second click of a double click is no word about
 * another tag.
 */
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TagsDialog from './TagsDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const harbour = sampleSummary('Harbour', { id: 'harbour', tags: ['Booking', 'Coast', 'Winter'] });
const quay = sampleSummary('Quay', { id: 'quay', tags: ['Draft', 'Evening', 'Night'] });

/** The theme's tags after two clicks on the first of a group and Save; the second click says so of itself. */
async function tagsAfter(group: string, secondClick: number): Promise<readonly string[]> {
  await startFakeLibrary([harbour, quay]);
  render(TagsDialog, { themes: [harbour], onclose: () => undefined });
  const first = async () =>
    within(await screen.findByRole('group', { name: group })).getAllByRole('button')[0];
  for (const detail of [1, secondClick]) {
    const tag = await first();
    if (tag) await fireEvent.click(tag, { detail });
  }
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }));
  return library.themes.find(({ id }) => id === 'harbour')?.tags ?? [];
}

const worn = 'Tags';
const known = 'In your library';

it.each([
  [worn, ['Winter']],
  [known, ['Booking', 'Coast', 'Winter', 'Draft', 'Evening']],
])('the control: two clicks, each by itself, are about two: %s', async (group, expected) => {
  expect(await tagsAfter(group, 1)).toEqual(expected);
});

it.each([
  [worn, ['Coast', 'Winter']],
  [known, ['Booking', 'Coast', 'Winter', 'Draft']],
])('a double click is about one: %s', async (group, expected) => {
  expect(await tagsAfter(group, 2)).toEqual(expected);
});
