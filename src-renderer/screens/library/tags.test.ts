import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TagsDialog from './TagsDialog.svelte';
import { mostTags } from './tag-changes';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

/** A tag was misspelt in its case alone: it is taken out and entered anew. What other themes have of it stays the spelling. */
describe('a tag is entered anew in another case', () => {
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
});

/**
 * A theme has as many tags as it can have: it can be given the last of them, and its tags be saved as they are. One that
 * has more, from elsewhere, gets none on top, but one in the place of another.
 */
describe('as many tags as a theme can have', () => {
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
});

/**
 * Two themes get a tag together, and one of them, which has as many tags as it can have, or more from elsewhere, has that
 * one already: neither gets too many.
 */
describe('two themes get a tag that one of them has already', () => {
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
});

/**
 * A person double-clicks a tag in the dialog of a theme's tags, to put it on or to take it off: it goes from its list at once,
 * and the next one comes under the pointer before the second click does. The second click of a double click is no word about
 * another tag.
 */
describe('a double click on a tag', () => {
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
});

/**
 * A tag is mistyped, and Backspace is held until it is gone: that is about what was typed. The tags that the theme wears
 * go one by one, by a press each.
 */
describe('Backspace that is held in the tags’ field', () => {
  const user = userEvent.setup();
  const theme = sampleSummary('Aurora', { tags: ['Client A', 'Approved', 'Spring'] });

  beforeEach(async () => {
    installFakeMain({
      library: {
        list: () => ({
          ...{ revision: 1, themes: [theme], unreadable: [], ids: [1], folder: '/f' },
        }),
      },
    });
    await library.start();
  });

  const worn = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map(({ textContent }) => textContent?.trim());

  async function type(text: string): Promise<HTMLElement> {
    render(TagsDialog, { themes: [theme], onclose: () => undefined });
    const field = await screen.findByRole('textbox');
    await user.type(field, text);
    return field;
  }

  /** As a browser does, one letter goes at each. */
  async function pressBackspace(field: HTMLElement, repeat: boolean): Promise<void> {
    const isOurs = !(await fireEvent.keyDown(field, { key: 'Backspace', repeat }));
    const input = field as HTMLInputElement;
    if (isOurs || input.value === '') return;
    await fireEvent.input(input, { target: { value: input.value.slice(0, -1) } });
  }

  it('the control: with nothing typed, a press takes one', async () => {
    const field = await type('x');
    await pressBackspace(field, false);
    expect(worn()).toEqual(['Client A', 'Approved', 'Spring']);
    await pressBackspace(field, false);
    expect(worn()).toEqual(['Client A', 'Approved']);
  });

  it('held until what was typed is gone, it takes none', async () => {
    const field = await type('Sprnig');
    await pressBackspace(field, false);
    for (let times = 0; times < 8; times += 1) await pressBackspace(field, true);
    expect(field).toHaveValue('');
    expect(worn()).toEqual(['Client A', 'Approved', 'Spring']);
  });
});
