import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { navigation } from '../../state/navigation.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
});

const user = userEvent.setup();

/**
 * A person looks at an earlier version and gives it a name, or another one: what says which version is looked at calls
 * it that from then on.
 */
describe('a version is named while it is viewed', () => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    ...{ places: [], publications: {} },
  };

  it('it is viewed under its new name', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    let version: ThemeVersion = {
      ...{ version: 7, at: '2026-11-13T17:20:00', reason: 'paused', name: 'Warmer buttons' },
    };
    const main = installFakeMain({
      library: {
        open: () => harbour,
        versions: () => ({ versions: [version], unreadable: 0 }),
        version: () => ({ name: 'Quay', theme: newTheme() }),
        nameVersion: ({ name }) => {
          version = { ...version, name };
          main.emit('library.versionsChanged', { id: 't1' });
        },
      },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const history = within(screen.getByRole('region', { name: 'History' }));
    await user.click(await history.findByRole('button', { name: /^View Warmer buttons/u }));
    // The control.
    await screen.findByText('Viewing Warmer buttons');
    await user.click(history.getByRole('button', { name: /^More for Warmer buttons/u }));
    await user.click(await screen.findByText('Rename'));
    const field = await screen.findByRole('textbox', { name: 'Version name' });
    await user.clear(field);
    await user.type(field, 'Approved by the client{Enter}');
    await history.findByRole('button', { name: /^View Approved by the client/u });
    await screen.findByText('Viewing Approved by the client');
  });
});

/**
 * A version is given a name with a slip in it, and the person corrects it at once, while a slow disk still takes the first
 * name: what they type is what they typed, also when the list with the first name comes.
 */
describe('a name is corrected before a slow disk has taken the first one', () => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  let main: FakeMain;
  let names: (string | null)[];
  let goOn: () => void;

  async function openStudio(): Promise<void> {
    let one: ThemeVersion = {
      ...{ version: 10, at: '2026-11-13T17:20:00', reason: 'restored', name: null },
    };
    names = [];
    const disk = new Promise<void>((resolve) => (goOn = resolve));
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        versions: () => ({ versions: [one], unreadable: 0 }),
        nameVersion: async ({ name }) => {
          await disk;
          names.push(name);
          one = { ...one, name };
          main.emit('library.versionsChanged', { id: 't1' });
        },
      },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Version name' });

  async function beginToName(): Promise<void> {
    await user.click(await screen.findByRole('button', { name: /^More for/u }));
    await user.click(await screen.findByRole('menuitem', { name: /name/iu }));
    await screen.findByRole('textbox', { name: 'Version name' });
  }

  it.each([
    ['the control: the disk is quick', true],
    ['the disk takes its time', false],
  ])('what is typed stays: %s', async (_name, isQuick) => {
    await openStudio();
    await beginToName();
    await user.keyboard('Aproved{Enter}');
    if (isQuick) {
      goOn();
      await screen.findByText('Aproved');
      await user.click(await screen.findByRole('button', { name: /^More for/u }));
      await user.click(await screen.findByRole('menuitem', { name: /^Rename/u }));
      await screen.findByRole('textbox', { name: 'Version name' });
      await user.clear(field());
    } else {
      await beginToName();
    }
    await user.keyboard('Approved by');
    goOn();
    await waitFor(() =>
      expect(main.log.filter(({ name }) => name === 'library.versions').length).toBeGreaterThan(1),
    );
    await user.keyboard(' Mia');
    expect(field()).toHaveValue('Approved by Mia');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names).toEqual(['Aproved', 'Approved by Mia']));
  });
});

/** A version is given a name while the disk is full: what was typed is not gone when the disk has room again. */
describe('a name that a full disk refuses', () => {
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

  async function openStudio(): Promise<void> {
    const full = (): never => {
      throw new ProblemError({ code: 'storageFull', path: '/home/mia/profile/history' });
    };
    const one = { version: 10, at: '2026-11-13T17:20:00', reason: 'restored', name: null } as const;
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        versions: () => ({ versions: [one], unreadable: 0 }),
        keepVersion: full,
        nameVersion: full,
      },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  const refusals = () => reports.list.filter(({ problem }) => problem.code === 'storageFull');
  const typed = () =>
    screen.queryByRole<HTMLInputElement>('textbox', { name: 'Version name' })?.value;

  it('the control: the name of the present is in its field again', async () => {
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    await user.keyboard('As the client approved it{Enter}');
    await waitFor(() => expect(refusals()).toHaveLength(1));
    await waitFor(() => expect(typed()).toBe('As the client approved it'));
  });

  it('the name of an earlier version is in its field again', async () => {
    await openStudio();
    await user.click(await screen.findByRole('button', { name: /^More for Before a restore/u }));
    await user.click(await screen.findByText('Add a name'));
    await user.keyboard('As the client approved it{Enter}');
    await waitFor(() => expect(refusals()).toHaveLength(1));
    await waitFor(() => expect(typed()).toBe('As the client approved it'));
  });
});
