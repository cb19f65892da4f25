/**
 * A person unlinks a theme from its template, or links it to another one, by mistake: `Ctrl Z` takes that back, and
 * not what was done before it.
 */
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { UndoneLink } from '@shared/publishing';
import { renameTheme } from '../../features/themes/theme-actions';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => {
  cleanup();
  for (const state of [library, outbox, connections]) state.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };

/** A library of a theme with a template, and of another that was just renamed. */
async function shown(undoes: () => UndoneLink = () => 'done') {
  let revision = 1;
  let template: string | undefined = 't-1';
  let name = 'Quay';
  const themes = (): ThemeSummary[] => [
    sampleSummary('Harbour', {
      id: 'harbour',
      place: {
        ...{ connectionId: northwind.id, relation: template ? 'same' : 'never' },
        ...(template && { templateId: template }),
      },
    }),
    sampleSummary(name, { id: 'quay' }),
  ];
  const tell = (): void => {
    revision += 1;
    main.emit('library.changed', { revision, upserted: themes(), removed: [] });
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes: themes(), unreadable: [], ids: [1], folder: '/f' }),
      rename: (given) => {
        const replaced = name;
        ({ name } = given);
        tell();
        return { replaced };
      },
    },
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      link: ({ templateId }) => {
        template = templateId;
        tell();
        return 1;
      },
      unlink: () => {
        template = undefined;
        tell();
        return 1;
      },
      undoLink: () => {
        const undone = undoes();
        if (undone === 'done') template = 't-1';
        tell();
        return undone;
      },
    },
  });
  await connections.start();
  await outbox.start();
  await library.start();
  await renameTheme({ id: 'quay', name: 'Quay' }, 'Quayside');
  const theme = library.themes.find(({ id }) => id === 'harbour');
  if (theme === undefined) throw new Error('It is not there.');
  render(LinkDialog, { theme, onclose: () => undefined });
  return { person: userEvent.setup(), now: () => ({ template, name }) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Link Harbour to a template' });

it('the control: a new name is taken back', async () => {
  const { now } = await shown();
  undoLatestToast();
  await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quay' }));
});

it('a theme that was unlinked is linked again, and nothing else is taken back', async () => {
  const { person, now } = await shown();
  await person.click(within(await dialog()).getByRole('button', { name: 'Unlink' }));
  await waitFor(() => expect(now().template).toBeUndefined());
  undoLatestToast();
  await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quayside' }));
});

it('a theme that was linked to another template has its own again', async () => {
  const { person, now } = await shown();
  const field = within(await dialog()).getByRole('textbox', { name: 'Template ID' });
  await person.type(field, 't-2{Enter}');
  await waitFor(() => expect(now().template).toBe('t-2'));
  undoLatestToast();
  await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quayside' }));
});

it.each<[UndoneLink, string]>([
  ['changed', 'Nothing was undone: Harbour has been changed since'],
  ['taken', 'Nothing was undone: another theme is linked to that template now'],
])(
  'it is said why a link is not taken back, and what was done before can be: %s',
  async (why, said) => {
    const { person, now } = await shown(() => why);
    render(Toasts);
    await person.click(within(await dialog()).getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(now().template).toBeUndefined());
    undoLatestToast();
    await screen.findByText(said);
    expect(latestUndo()).toBe('Renamed to Quayside');
  },
);
