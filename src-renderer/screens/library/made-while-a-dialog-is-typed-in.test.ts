/**
 * A theme is being made (of a dropped photo, or on a slow disk), and the person opens the tags of another one meanwhile
 * and types in that dialog: the new theme is shown once it is closed, as one is that a link opens. What is typed in a
 * dialog goes with its screen.
 */
import { waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newThemeInColours } from '../../features/themes/theme-actions';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => navigation.go({ screen: 'library' }));

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
  void newThemeInColours('Sunset', [], navigation.place);
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
