/**
 * Foyer was started without the disk on which the library is. Activity tells of an import as before; that its
 * themes are *no longer in the library* isn't known, and isn't so.
 */
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LocalEntry } from '@shared/activity';
import type { LibrarySnapshot } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Activity from './Activity.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 680, rowHeight: 34 });
  navigation.go({ screen: 'activity' });
});

const imported: LocalEntry = {
  ...{ id: 'here-1', sequence: 1, at: new Date(Date.now() - 60_000).toISOString() },
  ...{ kind: 'themesImported', count: 2 },
  touched: [
    { id: 'harbour', name: 'Harbour' },
    { id: 'quay', name: 'Quay' },
  ],
};

/** What the details of the import say of its themes. */
async function saidOfThemes(list: () => LibrarySnapshot): Promise<(string | null)[]> {
  installFakeMain({
    activity: { list: () => ({ entries: [imported], hasMore: false }) },
    library: { list },
  });
  await library.start();
  render(Activity);
  await userEvent.click(await screen.findByRole('row', { name: /Imported 2 themes/u }));
  const details = await screen.findByRole('heading', { name: 'Themes' });
  const section = details.closest('section');
  if (!section) throw new Error('There are no themes in the details.');
  return within(section)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

const snapshot = (...names: string[]): LibrarySnapshot => ({
  ...{ revision: 1, unreadable: [], ids: [1], folder: '/themes' },
  themes: names.map((name) => sampleSummary(name, { id: name.toLowerCase() })),
});

it('the control: the library is there, and one of them is not in it', async () => {
  const [harbour, quay] = await saidOfThemes(() => snapshot('Harbour'));
  expect(harbour).toContain('Open');
  expect(quay).toContain('No longer in the library');
});

it('the library’s disk is not there', async () => {
  const said = await saidOfThemes(() => {
    throw new ProblemError({ code: 'libraryFolderMissing', path: '/media/themes' });
  });
  expect(said.join('\n')).not.toContain('No longer in the library');
});
