/**
 * A tag is mistyped, and Backspace is held until it is gone: that is about what was typed. The tags that the theme wears
 * go one by one, by a press each.
 */
import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TagsDialog from './TagsDialog.svelte';

beforeAll(() => layers.load(), 120_000);
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
