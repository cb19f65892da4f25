/**
 * A name is being typed on a card in the library. The person quits, or closes the window, and a scanner has the theme's
 * file just then, or its disk is out of reach: main can't give the theme its name now. Foyer asks about what isn't
 * saved, so main has to have the name, as it has that of a theme whose file is away (renamed-while-away.test.ts).
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

const harbour = sampleSummary('Harbour');
const person = userEvent.setup();
const field = () => screen.queryByRole('textbox', { name: /Harbour/u });

async function typeName(rename: () => undefined): Promise<FakeMain> {
  const main = installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [harbour], unreadable: [], folder: '/home/mia/Foyer' }),
      rename,
      renameLater: () => undefined,
    },
    app: { handedOver: () => undefined },
  });
  onTestFinished(handOverAtTheEnd());
  await library.start();
  render(Library);
  const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
  await waitFor(() => expect(card()).not.toBeNull());
  card()?.focus();
  await person.keyboard('{F2}');
  await waitFor(() => expect(field()).toHaveFocus());
  await person.keyboard('Harbour at night');
  return main;
}

/** The names that main has for the theme, given at once or to be given. */
const kept = (main: FakeMain, how: 'rename' | 'renameLater') =>
  main.log.flatMap(({ name, input }) => (name === `library.${how}` ? [input] : []));

const name = { id: harbour.id, name: 'Harbour at night' };

it('the control: main can give it', async () => {
  const main = await typeName(() => undefined);
  main.emit('app.ending', undefined);
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('app.handedOver'));
  expect(kept(main, 'rename')).toEqual([name]);
});

it('main can’t read the file for a moment, and keeps the name before Foyer ends', async () => {
  const main = await typeName(() => {
    const path = '/home/mia/Foyer/harbour.json';
    throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
  });
  main.emit('app.ending', undefined);
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('app.handedOver'));
  expect(kept(main, 'renameLater')).toEqual([name]);
});
