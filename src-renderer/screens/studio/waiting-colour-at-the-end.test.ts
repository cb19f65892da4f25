/**
 * A colour was typed while a sync program has the theme's file, and Foyer ends. Leaving the studio says that it is
 * lost, and a name would be asked about; the colour must not go without a word.
 */
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  lost = null;
});

const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [],
  publications: {},
};
const user = userEvent.setup();
let lost: Problem | null;
let main: FakeMain;

async function typeColour(): Promise<void> {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => {
        if (lost) throw new ProblemError(lost);
        return harbour;
      },
      edit: () => {
        if (lost) throw new ProblemError(lost);
        return { ...harbour, version: 3 };
      },
      editLater: () => undefined,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    app: { handedOver: () => undefined },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  onTestFinished(handOverAtTheEnd());
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: /^Buttons/u }));
  const field = await screen.findByRole('textbox', { name: 'Buttons, background' });
  await user.clear(field);
  await user.type(field, '#0a4');
}

const end = async (): Promise<void> => {
  main.emit('app.ending', undefined);
  await vi.waitFor(() => expect(main.log.map(({ name }) => name)).toContain('app.handedOver'));
};
const given = () =>
  main.log.filter(
    ({ name, input }) =>
      /^library\.(?!open|versions)/u.test(name) && JSON.stringify(input).includes('00AA44'),
  );

it('the control: a colour in its field is with main when Foyer ends', async () => {
  await typeColour();
  await end();
  expect(given()).toHaveLength(1);
});

it('a colour that waits for the file is with main, too', async () => {
  await typeColour();
  lost = { code: 'notFound', what: 'theme' };
  main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
  await screen.findByText('Harbour is no longer in the library');
  await user.click(screen.getByRole('button', { name: /^Inputs/u }));
  await end();
  expect(given()).toHaveLength(1);
});

it('and so is one that is in its field still', async () => {
  await typeColour();
  lost = { code: 'notFound', what: 'theme' };
  main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
  await screen.findByText('Harbour is no longer in the library');
  await end();
  expect(given()).toHaveLength(1);
});
