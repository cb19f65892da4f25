import { render, screen, waitFor } from '@testing-library/svelte';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newTheme as defaults } from '@shared/theme/theme';
import { newTheme } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import { deleteTheme, duplicateTheme } from './open-theme-actions';

beforeAll(() => layers.load(), 120_000);

/**
 * A theme is deleted or copied from the studio, the disk takes its time, and the person goes on with another theme
 * meanwhile: when it is done, they stay where they are.
 */
describe('another theme is opened while one is being deleted or copied', () => {
  beforeEach(() => navigation.go({ screen: 'studio', themeId: 'a' }));

  async function startDeleting() {
    let goOn = (): void => undefined;
    await startFakeLibrary(
      [sampleSummary('Aster', { id: 'a' }), sampleSummary('Birch', { id: 'b' })],
      () => new Promise<void>((done) => (goOn = done)),
    );
    const deleting = deleteTheme(new OpenThemeState('a'), 'Aster');
    const end = async (): Promise<void> => {
      goOn();
      await deleting;
      expect(library.themes.map(({ id }) => id)).toEqual(['b']);
    };
    return { end };
  }

  it('the control: who stayed is in the library then', async () => {
    const { end } = await startDeleting();
    await end();
    expect(navigation.current).toEqual({ screen: 'library' });
  });

  it('who went to another theme stays there', async () => {
    const { end } = await startDeleting();
    navigation.go({ screen: 'studio', themeId: 'b' });
    await end();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'b' });
  });
});

/**
 * A theme is copied from the studio, or a new one is made, on a slow disk; the person opens a dialog meanwhile (the shortcuts,
 * the palette, a comparison), and goes elsewhere from there. They stay where they went, and nothing is said to be edited that
 * isn't: they are told that the copy, or the new theme, is in the library.
 */
describe('another screen is opened from a dialog while a theme is being made', () => {
  let goOn: () => void;
  /** Toasts of one test may be there in the next. */
  let copyName = '';
  beforeEach(() => {
    navigation.go({ screen: 'library' });
    navigation.go({ screen: 'studio', themeId: 'harbour' });
    render(Toasts);
    const disk = new Promise<void>((done) => (goOn = done));
    installFakeMain({
      library: {
        duplicate: async () => {
          await disk;
          return { ids: ['copy'], problem: null };
        },
        create: async () => {
          await disk;
          return { id: 'new' };
        },
        open: () => ({
          ...{ id: 'copy', version: 1, name: copyName, tags: [], theme: defaults() },
          ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
          save: { kind: 'saved', at: '2026-11-20T14:05:00' },
        }),
      },
    });
  });

  /** The disk is done while a dialog is open, from which they go elsewhere. */
  async function goElsewhereFromADialog(start: () => Promise<void>): Promise<void> {
    const going = vi.spyOn(navigation, 'goFrom').mockClear();
    const work = start();
    const close = openDialogs.add();
    goOn();
    await waitFor(() => expect(going).toHaveBeenCalledOnce());
    // As by the palette, or *Open* in the comparison.
    navigation.go({ screen: 'activity' });
    close();
    await work;
    expect(navigation.current).toEqual({ screen: 'activity' });
  }

  it('the control: who stays edits the copy, and is told', async () => {
    copyName = 'Harbour 2';
    const work = duplicateTheme('harbour');
    goOn();
    await work;
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'copy' });
    expect(await screen.findByText('Now editing Harbour 2')).toBeVisible();
  });

  it('a copy that nobody came to isn’t said to be edited', async () => {
    copyName = 'Harbour 3';
    await goElsewhereFromADialog(() => duplicateTheme('harbour'));
    expect(await screen.findByText('1 theme duplicated')).toBeVisible();
    expect(screen.queryByText('Now editing Harbour 3')).toBeNull();
  });

  it('a new theme that nobody came to is said to be in the library', async () => {
    await goElsewhereFromADialog(newTheme);
    expect(await screen.findByText('Your new theme is in the library')).toBeVisible();
  });
});
