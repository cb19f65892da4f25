import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import { invalidField, ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { trialConnection } from '@shared/trial-connection';
import { newTheme } from '../../features/themes/theme-actions';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import { reports } from '../../ui/reports.svelte';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => navigation.go({ screen: 'library' }));

/**
 * A dialog about themes is closed while what it asked for is still under way, on a slow disk or behind a
 * publication. That it failed is said above the screen, and a dialog that was opened since stays as it is.
 */
describe('a dialog is closed while what it asked for is under way', () => {
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
    libraryView.clear();
    for (const { id } of reports.list) reports.dismiss(id);
  });
  afterEach(() => {
    library.end();
    connections.end();
  });

  const person = userEvent.setup();
  const northwind = trialConnection('northwind');
  const harbour = sampleSummary('Harbour', {
    place: { relation: 'same', templateId: 'their-template' },
  });
  const copy = sampleSummary('Harbour (your version)', {
    id: 'copy',
    conflictOf: { id: 'gone', name: 'Harbour' },
  });
  const full: Problem = { code: 'storageFull', path: '/home/mia/Foyer/harbour.json' };

  /** The library, in which what a person saves is under way until `end` says how it ends. */
  async function show(): Promise<{ end: (error?: Error) => void; isAsked: () => boolean }> {
    let end: (error?: Error) => void = () => undefined;
    const over = new Promise<void>((done, fail) => {
      end = (error) => (error === undefined ? done() : fail(error));
    });
    const work = async (): Promise<null> => {
      await over;
      return null;
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          revision: 1,
          themes: [harbour, copy, sampleSummary('Quay')],
          unreadable: [],
          ids: [1],
          folder: '/f',
        }),
        setTagsOfMany: async ({ themes }) => {
          await over;
          return { ids: themes.map(({ id }) => id), problem: null };
        },
        resolveConflict: async () => {
          await over;
          return { entries: [] };
        },
      },
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: { link: work, unlink: work },
    });
    await connections.start();
    await library.start();
    render(Toasts);
    render(ReportedProblems);
    render(Library);
    const asked = [
      'library.setTagsOfMany',
      'library.resolveConflict',
      'outbox.link',
      'outbox.unlink',
    ];
    return { end, isAsked: () => main.log.some(({ name }) => asked.includes(name)) };
  }

  async function openDialog(theme: string, action: string): Promise<void> {
    await person.click(await screen.findByRole('button', { name: `Actions for ${theme}` }));
    await person.click(await screen.findByRole('menuitem', { name: action }));
    await screen.findByRole('dialog');
  }

  async function close(): Promise<void> {
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }

  interface Work {
    readonly begin: () => Promise<void>;
    /** What is said when the disk refused it. */
    readonly refused: string;
  }

  const works: Readonly<Record<string, Work>> = {
    tags: {
      begin: async () => {
        await openDialog('Harbour', 'Edit tags');
        await person.type(screen.getByRole('textbox', { name: 'Add a tag' }), 'client');
        await person.click(screen.getByRole('button', { name: 'Save tags' }));
      },
      refused: problemText(full).what,
    },
    link: {
      begin: async () => {
        await openDialog('Harbour', 'Link to a template');
        await person.type(screen.getByRole('textbox', { name: 'Template ID' }), 'mine');
        await person.click(screen.getByRole('button', { name: 'Link theme' }));
      },
      refused: 'Harbour couldn’t be linked to mine',
    },
    unlinking: {
      begin: async () => {
        await openDialog('Harbour', 'Link to a template');
        await person.click(screen.getByRole('button', { name: 'Unlink' }));
      },
      refused: 'Harbour couldn’t be unlinked on Northwind',
    },
    'the versions of a conflict': {
      begin: async () => {
        await openDialog('Harbour (your version)', 'Settle the conflict…');
        await person.click(screen.getByRole('button', { name: 'Keep both' }));
      },
      refused: problemText(full).what,
    },
  };

  describe.each(Object.entries(works))('%s', (_name, { begin, refused }) => {
    it('the control: what failed is said in the dialog that is still there', async () => {
      const { end, isAsked } = await show();
      await begin();
      await waitFor(() => expect(isAsked()).toBe(true));
      end(new ProblemError(full));
      await waitFor(() =>
        expect(screen.getByRole('dialog')).toHaveTextContent(problemText(full).what),
      );
      expect(reports.list).toEqual([]);
    });

    it('what failed is said above the screen once the dialog was closed', async () => {
      const { end, isAsked } = await show();
      await begin();
      await waitFor(() => expect(isAsked()).toBe(true));
      await close();
      end(new ProblemError(full));
      expect(await screen.findByText(refused)).toBeVisible();
      expect(screen.getByText(problemText(full).what)).toBeVisible();
    });

    it('the next dialog is neither closed nor given what came of it', async () => {
      const { end, isAsked } = await show();
      await begin();
      await waitFor(() => expect(isAsked()).toBe(true));
      await close();
      await openDialog('Quay', 'Link to a template');
      end();
      // What was done is said in a toast.
      await screen.findByText(/^Tags saved|^Harbour is (?:linked|no longer linked)|^Kept both/u);
      expect(screen.getByRole('dialog', { name: 'Link Quay to a template' })).toBeVisible();
      expect(reports.list).toEqual([]);
    });
  });

  it('that another theme has the template is said though its field is gone', async () => {
    const { end, isAsked } = await show();
    await works['link']?.begin();
    await waitFor(() => expect(isAsked()).toBe(true));
    await close();
    end(invalidField('templateId', 'alreadyThere'));
    expect(
      await screen.findByText(
        'Harbour couldn’t be linked to mine. Another theme in your library is linked to this template.',
      ),
    ).toBeVisible();
  });
});

/**
 * A theme is being made on a slow disk, and the person opens the tags of another one meanwhile
 * and types in that dialog: the new theme is shown once it is closed, as one is that a link opens. What is typed in a
 * dialog goes with its screen.
 */
describe('a theme is made while a dialog is typed in', () => {
  /** A theme is being made. Gives what ends that, until it is to be shown. */
  function startMaking(): () => Promise<void> {
    let finish = (): void => undefined;
    installFakeMain({
      library: {
        create: async () => {
          await new Promise<void>((done) => (finish = done));
          return { id: 'new' };
        },
      },
    });
    const going = vi.spyOn(navigation, 'goFrom').mockClear();
    void newTheme();
    return async () => {
      finish();
      await waitFor(() => expect(going).toHaveBeenCalledOnce());
    };
  }

  it('the control: with no dialog open, the new theme is shown', async () => {
    const made = startMaking();
    await made();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' });
  });

  it('with a dialog open, its screen stays', async () => {
    const made = startMaking();
    // As each dialog does while it is open; see PreviewRequestHost.svelte, where a link waits for that.
    const close = openDialogs.add();
    try {
      await made();
      flushSync();
      expect(navigation.current).toEqual({ screen: 'library' });
    } finally {
      close();
    }
    flushSync();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' });
  });
});
