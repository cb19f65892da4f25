/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import Announcements from '../../ui/Announcements.svelte';
import Toasts from '../../ui/Toasts.svelte';
import { announce } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Changes from './Changes.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  for (const { id } of reports.list) reports.dismiss(id);
});

/**
 * A theme's name is being typed in the studio, and a sync program has the theme's file for a moment. The
 * person leaves the studio by the button of the notice that says so: main is asked for the name, and what
 * came of that is said. Where the window ends, main keeps the name.
 */
describe('the studio is left while a name waits for the theme’s file', () => {
  beforeEach(() => {
    navigation.go({ screen: 'studio', themeId: 't1' });
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
});

/**
 * The name is put back to what was published, and the theme's file has just gone away: that is said to wait, as where a name is
 * typed, and isn't said to be done.
 */
describe('the published name is put back while the theme’s file is away', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const theme = newTheme();
  const said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Quay', tags: [], theme, isReadOnly: false, places: [] },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    publications: {
      [northwind.id]: {
        ...{ templateId: 'x', at: '2026-11-14T09:31:00', sent: { name: 'Harbour', theme } },
      },
    },
  };

  async function putBack(isThere: boolean): Promise<void> {
    installFakeMain({
      library: {
        open: () => said,
        rename: () => {
          if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
          return { replaced: 'Quay' };
        },
        renameLater: () => undefined,
      },
    });
    const open = new OpenThemeState('t1');
    await open.refresh();
    announce('');
    render(Announcements);
    render(Toasts);
    const of = { theme, name: 'Quay', version: null, said, connection: northwind };
    render(Changes, { open, ...of });
    await userEvent.click(screen.getByRole('button', { name: 'Revert: Name' }));
  }

  const reverted = 'Name reverted to the published value';

  it('the control: its file is there', async () => {
    await putBack(true);
    expect(await screen.findByText(reverted)).toBeInTheDocument();
  });

  it('its file has just gone away', async () => {
    await putBack(false);
    expect(
      await screen.findByText('Foyer makes your change to Quay when its file is back'),
    ).toBeVisible();
    expect(screen.queryByText(reverted)).toBeNull();
  });
});

/**
 * A person makes a theme's name a field in the studio and types nothing: they looked, or clicked beside. Meanwhile a
 * colleague renames the theme in the shared folder. Leaving the field gives the theme no name: the colleague's stays.
 */
describe('the field is left untouched while a colleague renames the theme', () => {
  afterEach(() => library.end());

  const user = userEvent.setup();

  /** What the theme is called in its file once the field was left, in which nothing was typed. */
  async function afterLeaving(
    leave: string,
    isRenamedByOthers: boolean,
    name = 'Harbour',
  ): Promise<string> {
    const { folders, library: room, document, id } = await libraryOfOne({ name });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: room.handlers,
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    room.onChange((change) => main.emit('library.changed', change));
    room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
    await library.start();
    navigation.go({ screen: 'studio', themeId: id });
    render(Studio, { themeId: id });
    await user.click(await screen.findByRole('button', { name: 'Harbour' }));
    await screen.findByRole('textbox', { name: 'Theme name' });
    if (isRenamedByOthers) {
      await putTheme(folders, 'a.json', { ...document, name: 'Quay' });
      await room.rescan();
      await waitFor(() => expect(library.themes[0]?.name).toBe('Quay'));
    }
    if (leave === 'a click elsewhere') (window.document.activeElement as HTMLElement).blur();
    else await user.keyboard(leave);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Theme name' })).toBeNull());
    // Whatever leaving did is on the disk.
    await main.answered();
    await room.saveEdits();
    return (await themesOnDisk(folders))[0]?.name ?? '';
  }

  it('the control: nobody else has renamed it', async () => {
    expect(await afterLeaving('a click elsewhere', false)).toBe('Harbour');
  });

  it('the control: the field is left by Escape', async () => {
    expect(await afterLeaving('{Escape}', true)).toBe('Quay');
  });

  it.each(['a click elsewhere', '{Enter}'])(
    'a colleague has renamed it, and the untouched field is left by %s',
    async (leave) => {
      expect(await afterLeaving(leave, true)).toBe('Quay');
    },
  );

  it.each(['a click elsewhere', '{Enter}'])(
    'a name with spaces around it, as another program gave it, stays when its field is left by %s',
    async (leave) => {
      expect(await afterLeaving(leave, false, ' Harbour ')).toBe(' Harbour ');
    },
  );
});
