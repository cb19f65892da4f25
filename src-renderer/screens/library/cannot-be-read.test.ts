import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connections } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import LibraryProblem from './LibraryProblem.svelte';
import { cardLabel } from './card-words';
import { filterCounts, findable } from './shown-themes';

afterEach(() => {
  library.end();
  connections.end();
});

/**
 * The library folder can't be listed for a moment, at the start. The library says that Foyer keeps trying: it is there
 * once the folder can be read, without a click.
 */
describe('the library’s folder can’t be read for a moment', () => {
  it('is shown once its folder can be read', async () => {
    let refusals = 2;
    installFakeMain({
      library: {
        list: () => {
          refusals -= 1;
          if (refusals >= 0) throw new ProblemError({ code: 'storageNotRead', files: ['/f'] });
          return {
            ids: [1],
            revision: 1,
            themes: [],
            unreadable: [],
            folder: '/f',
            folderProblem: null,
          };
        },
      },
    });
    await library.start();
    const problemNow = (): Problem => {
      if (library.problem === null) throw new Error('It was read.');
      return library.problem;
    };
    const first = problemNow();
    const { rerender } = render(LibraryProblem, { problem: first });
    expect(screen.getByRole('alert')).toHaveTextContent('Foyer keeps trying');
    await waitFor(() => expect(library.problem).not.toBe(first), { timeout: 5_000 });
    await rerender({ problem: problemNow() });
    await waitFor(() => expect(library.isLoaded).toBe(true), { timeout: 5_000 });
  });
});

/**
 * The connections can’t be read just now: main tells no place of any theme then. What a card says of a theme that is
 * published, and the library's filters count. “Draft” means: never published there (docs/guide.md).
 */
describe('the status of a theme while the connections can’t be read', () => {
  /** As `placesOf` gives it of no connections. */
  const theme = sampleSummary('Harbour', { places: [] });
  const notRead: Connections = {
    ...{ revision: 1, list: [], currentId: null },
    problem: { code: 'storageNewer', files: ['connections.json'] },
  };

  async function start(list: Connections): Promise<FakeMain> {
    const main = installFakeMain({ connections: { list: () => list } });
    await connections.start();
    return main;
  }

  it('the control: where they are read, that it is published', async () => {
    const northwind = trialConnection('northwind');
    await start({ revision: 1, list: [northwind], currentId: northwind.id });
    const published = sampleSummary('Harbour', { place: { relation: 'same' } });
    expect(cardLabel(published)).toBe('Harbour, Published');
  });

  it('where they can’t be read, that it isn’t known, and counts it as no draft', async () => {
    await start(notRead);
    expect(cardLabel(theme)).toBe('Harbour, Status not known');
    expect(filterCounts([findable(theme)])).toMatchObject({ all: 1, draft: 0 });
  });

  it('once they were read and there is none, that it is a draft', async () => {
    const main = await start(notRead);
    expect(cardLabel(theme)).toBe('Harbour, Status not known');
    main.emit('connections.changed', { revision: 2, list: [], currentId: null });
    expect(cardLabel(theme)).toBe('Harbour, Draft');
  });
});
