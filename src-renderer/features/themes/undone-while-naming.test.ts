/**
 * A name is being given, and Ctrl Z is pressed before that is done. The theme's file has just gone away, so that the
 * name waits with main, and is given a moment later: Ctrl Z takes back this name all the same.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { renameTheme } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

it.each([
  ['the control: its file is there', false],
  ['its file has just gone away', true],
])('%s', async (_name, isAway) => {
  let revision = 1;
  let theme: ThemeSummary = sampleSummary('Aster', { id: 'a' });
  const tell = (name: string) => {
    theme = { ...theme, name };
    revision += 1;
    main.emit('library.changed', { revision, upserted: [theme], removed: [] });
  };
  let goOn: () => void = () => undefined;
  const gate = new Promise<void>((done) => (goOn = done));
  let isFirst = true;
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes: [theme],
        unreadable: [],
        ids: [1],
        folder: '/f',
        folderProblem: null,
      }),
      ofLibrary: ({ ids }: { ids: string[] }) => ({ ids }),
      rename: async ({ name }: { name: string }) => {
        const mayBeAway = isFirst;
        isFirst = false;
        if (mayBeAway) await gate;
        if (mayBeAway && isAway) throw new ProblemError({ code: 'notFound', what: 'theme' });
        const replaced = theme.name;
        tell(name);
        return { replaced };
      },
      // The file is back by then.
      renameLater: ({ name }: { name: string }) => tell(name),
    } as never,
  });
  await library.start();
  const naming = renameTheme({ id: 'a', name: 'Aster' }, 'Autumn', { mayWait: true });
  undoLatestToast();
  goOn();
  await naming;
  await vi.waitFor(() => expect(library.themes.map(({ name }) => name)).toEqual(['Aster']));
  library.end();
});
