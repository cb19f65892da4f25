/**
 * A theme's name is being typed in the studio, and a sync program has the theme's file for a moment. The
 * person leaves the studio by the button of the notice that says so: main is asked for the name, and what
 * came of that is said. Where the window ends, main keeps the name.
 */
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Toasts from '../../ui/Toasts.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
  lost = null;
});

const harbour: OpenTheme = {
  id: 't1',
  version: 2,
  name: 'Harbour',
  tags: [],
  theme: newTheme(),
  isReadOnly: false,
  canUndo: false,
  canRedo: false,
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [],
  publications: {},
};
const user = userEvent.setup();
let lost: Problem | null;
let main: FakeMain;

const names = () =>
  main.log.flatMap(({ name, input }) => (name === 'library.rename' ? [input] : []));

function refuseWhileLost(): void {
  if (lost) throw new ProblemError(lost);
}

async function typeName(): Promise<{ unmount: () => void }> {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => {
        refuseWhileLost();
        return harbour;
      },
      rename: () => {
        refuseWhileLost();
        return { replaced: 'Aster' };
      },
      renameLater: () => undefined,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    app: { handedOver: () => undefined },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  onTestFinished(handOverAtTheEnd());
  const shown = render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Harbour' }));
  const field = await screen.findByRole('textbox', { name: 'Theme name' });
  await user.clear(field);
  await user.type(field, 'Harbour at night');
  return shown;
}

async function leave({ unmount }: { unmount: () => void }): Promise<void> {
  const [button] = screen.getAllByRole('button', { name: 'Library' });
  if (!button) throw new Error('There is no way to the library.');
  await user.click(button);
  expect(navigation.current).toMatchObject({ screen: 'library' });
  // The next screen takes the place of this one.
  unmount();
}

const wanted = { id: 't1', name: 'Harbour at night' };

it('the control: what was typed is the theme’s name where the studio is left', async () => {
  await leave(await typeName());
  await waitFor(() => expect(names()).toEqual([wanted]));
});

/** The sync program takes the file away. */
async function goAway(): Promise<void> {
  lost = { code: 'notFound', what: 'theme' };
  main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
  await screen.findByText('Harbour is no longer in the library');
}

it('a name that waits for the file waits on with main where the studio is left', async () => {
  render(Toasts);
  const shown = await typeName();
  await goAway();
  await leave(shown);
  expect(
    await screen.findByText('Foyer makes your change to Harbour when its file is back'),
  ).toBeVisible();
  expect(main.log).toContainEqual({ name: 'library.renameLater', input: wanted });
  expect(names()).toEqual([]);
  expect(reports.list.filter(({ problem }) => problem.code === 'notFound')).toEqual([]);
});

it.each([
  ['Foyer ends', () => main.emit('app.ending', undefined)],
  ['the window is closed', () => window.dispatchEvent(new Event('beforeunload'))],
])('a name that waits for the file is with main where %s, and only there', async (_when, end) => {
  const { unmount } = await typeName();
  await goAway();
  end();
  await waitFor(() =>
    expect(main.log).toContainEqual({ name: 'library.renameLater', input: wanted }),
  );
  unmount();
  expect(names()).toEqual([]);
});
