/**
 * A sync program takes the theme's file away. Main knows of it a moment before the window hears: what a person finishes
 * in that moment is refused, and is kept for when the file is back, as what is finished a moment later is.
 */
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  lost = null;
  taken = [];
  for (const { id } of reports.list) reports.dismiss(id);
});

const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
};
const gone = 'Harbour is no longer in the library';
const green = { field: 'chat.buttons.backgroundColor', value: '#00AA44' };
const user = userEvent.setup();
/** Why main can't open the theme. */
let lost: Problem | null;
/** The edits that main did not refuse. */
let taken: unknown[];
let main: FakeMain;

const asked = () => main.log.filter(({ name }) => name === 'library.edit').length;

/** A colour in three digits, which counts once its field is left. */
async function typeColour(): Promise<HTMLElement> {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => {
        if (lost) throw new ProblemError(lost);
        return harbour;
      },
      edit: ({ edits }) => {
        if (lost) throw new ProblemError(lost);
        taken.push(...edits);
        return { ...harbour, version: 3 };
      },
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: /^Buttons/u }));
  const field = await screen.findByRole('textbox', { name: 'Buttons, background' });
  await user.clear(field);
  await user.type(field, '#0a4');
  return field;
}

function goAway(): void {
  lost = { code: 'notFound', what: 'theme' };
}

async function hear(): Promise<void> {
  main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
  await screen.findByText(gone);
}

async function comeBack(): Promise<void> {
  lost = null;
  const upserted = [sampleSummary('Harbour', { id: 't1' })];
  main.emit('library.changed', { revision: 3, upserted, removed: [] });
  await waitFor(() => expect(screen.queryByText(gone)).not.toBeInTheDocument());
}

it('the control: a colour that is finished after the window heard of it is there with the file', async () => {
  const field = await typeColour();
  goAway();
  await hear();
  // The browser does so by itself, because the field can't be typed in any more; jsdom doesn't.
  screen.getByRole('heading', { name: 'Harbour' }).focus();
  expect(field).not.toHaveFocus();
  await comeBack();
  await waitFor(() => expect(taken).toMatchObject([green]));
});

it('a colour that is finished before the window heard of it is there with the file', async () => {
  const field = await typeColour();
  goAway();
  field.blur();
  await waitFor(() => expect(asked()).toBe(1));
  await hear();
  await comeBack();
  await waitFor(() => expect(taken).toMatchObject([green]));
});
