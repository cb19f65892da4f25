/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalAction } from '@shared/activity';
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';
import VersionBar from './VersionBar.svelte';
import { ThemePublishing } from './publishing.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
  announcer.say('');
});

/**
 * A person restores an earlier version with a double-click: that counts once, as on the buttons beside it. Activity tells of
 * what was done, and that was done once.
 */
describe('a version is restored with a double click', () => {
  afterEach(() => {
    for (const { id } of reports.list) reports.dismiss(id);
  });

  it.each([
    ['with a click', 'click'],
    ['with a double-click', 'dblClick'],
  ] as const)('is restored once, %s', async (_name, press) => {
    const { library, ids } = await outboxFixture();
    const [id = ''] = ids;
    const actions: LocalAction['kind'][] = [];
    library.onDone(({ kind }) => actions.push(kind));
    installFakeMain({ library: library.handlers });
    await library.handlers.keepVersion({ id, name: 'Approved' });
    await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.experiment{}' }] });
    const open = new OpenThemeState(id);
    await open.refresh();
    const versions = new ThemeVersionsState(open);
    await versions.refresh();
    const approved = versions.list?.versions.find(({ name }) => name === 'Approved');
    if (!approved) throw new Error('there is no such version');
    await versions.look(approved);
    const { shown } = versions;
    if (!shown) throw new Error('it is not shown');
    render(VersionBar, { versions, shown, isReadOnly: false });

    await userEvent.setup()[press](screen.getByRole('button', { name: 'Restore' }));

    await waitFor(() => expect(open.theme?.customCss).toBe('.a{}'));
    await open.settled();
    expect(actions.filter((kind) => kind === 'versionRestored')).toHaveLength(1);
  });
});

/**
 * A version is being put back on a slow disk, and the person clicks on another one in the history: it is shown once that is
 * done, as it is said to be.
 */
describe('another version is viewed while one is being restored', () => {
  const user = userEvent.setup();
  const kept = (version: number, name: string): ThemeVersion => ({
    ...{ version, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name },
  });

  it.each([
    ['the control: it was put back before', false],
    ['it is still being put back', true],
  ])('what is looked at is shown: %s', async (_name, isSlow) => {
    let goOn = (): void => undefined;
    const disk = isSlow ? new Promise<void>((resolve) => (goOn = resolve)) : Promise.resolve();
    let version = 1;
    const present = (): OpenTheme => ({
      ...{ id: 't1', version, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
      ...{ canUndo: true, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T10:00:00.000Z' },
    });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: present,
        versions: () => ({ versions: [kept(2, 'Winter'), kept(1, 'Approved')], unreadable: 0 }),
        version: () => ({ name: 'Harbour', theme: newTheme() }),
        restoreVersion: async () => {
          await disk;
          version += 1;
          return present();
        },
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await user.click(await screen.findByRole('button', { name: /^Restore Approved/u }));
    await waitFor(() =>
      expect(main.log.filter(({ name }) => name === 'library.restoreVersion')).toHaveLength(1),
    );
    if (!isSlow) await waitFor(() => expect(announcer.text).toMatch(/Approved/u));
    const winter = screen
      .getAllByRole('button', { name: /Winter/u })
      .find((button) => button.hasAttribute('aria-pressed'));
    if (!winter) throw new Error('It is not in the history.');
    await user.click(winter);
    goOn();
    await waitFor(() => expect(winter).toHaveAttribute('aria-pressed', 'true'));
    await waitFor(() => expect(announcer.text).toBe('Winter'));
  });
});

/**
 * A person puts a version back, names what is there then, and goes on, before a slow disk has given that version. Main
 * keeps the order of what is asked of a theme, and a quit waits for what it was asked: so it has to hear of the name at once.
 * Otherwise the name goes with a quit, without a word, and the version that has it holds what was typed after it was named.
 */
describe('the present is named while a version is being restored', () => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: true, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  const approved: ThemeVersion = {
    ...{ version: 10, at: '2026-11-13T17:20:00', reason: 'kept', name: 'Approved' },
  };
  const user = userEvent.setup();
  let main: FakeMain;
  let goOn: () => void;

  async function putBackAndName(isQuick: boolean): Promise<void> {
    const disk = new Promise<void>((resolve) => (goOn = resolve));
    if (isQuick) goOn();
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        versions: () => ({ versions: [approved], unreadable: 0 }),
        restoreVersion: async () => {
          await disk;
          return harbour;
        },
        keepVersion: async () => {
          await disk;
          return { version: 11 };
        },
        undo: async () => {
          await disk;
          return harbour;
        },
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await user.click(await screen.findByRole('button', { name: /^Restore/u }));
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    await screen.findByRole('textbox', { name: 'Version name' });
    await user.keyboard('For the autumn{Enter}');
  }

  const asked = () =>
    main.log
      .map(({ name }) => name)
      .filter((name) => /\.(?:restoreVersion|keepVersion|undo)$/u.test(name));

  it.each([
    ['the control: the disk is quick', true],
    ['the disk takes its time', false],
  ])(
    'main hears of the name when it is given, and before what is done after it: %s',
    async (_name, isQuick) => {
      await putBackAndName(isQuick);
      if (isQuick) await waitFor(() => expect(asked()).toContain('library.keepVersion'));
      await user.click(screen.getByRole('button', { name: /^Undo/u }));
      // A quit here loses the name.
      const atOnce = asked();
      goOn();
      await waitFor(() => expect(asked()).toContain('library.keepVersion'));
      const inOrder = ['library.restoreVersion', 'library.keepVersion', 'library.undo'];
      expect(asked()).toEqual(inOrder);
      expect(atOnce).toEqual(inOrder);
    },
  );
});

/**
 * A person puts a version back and presses Publish before a slow disk has given that version. Main hears of it at once: it
 * keeps the order of what is asked of a theme, and a quit waits for what it was asked.
 */
describe('Publish is pressed while a version is being restored', () => {
  const northwind = trialConnection('northwind');
  const approved: ThemeVersion = {
    ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'Approved' },
  };
  const present: OpenTheme = {
    ...{ id: 'a', version: 2, name: 'Harbour', tags: [], isReadOnly: false, theme: newTheme() },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: approved.at },
  };

  it('tells main in the order in which it was asked, and at once', async () => {
    let goOn = (): void => undefined;
    const disk = new Promise<void>((resolve) => (goOn = resolve));
    const main = installFakeMain({
      library: {
        open: () => present,
        restoreVersion: async () => {
          await disk;
          return present;
        },
        undo: () => present,
      },
      outbox: { publish: () => ({ queued: 1, cancelled: [], problems: [] }) },
    });
    const open = new OpenThemeState('a');
    await open.refresh();
    const before = main.log.length;

    const restoring = new ThemeVersionsState(open).restore(approved);
    const publishing = new ThemePublishing(open).publish(northwind);
    open.undo();
    expect(main.log.slice(before).map(({ name }) => name)).toEqual([
      ...['library.restoreVersion', 'outbox.publish', 'library.undo'],
    ]);
    goOn();
    await Promise.all([restoring, publishing]);
  });
});
