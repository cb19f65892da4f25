/**
 * A link opens a theme while a person fills in a form, and waits for that; then another link does. Once the form is closed, the theme
 * is open that was asked for last.
 */
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import { navigation } from '../state/navigation.svelte';
import { installFakeMain } from '../testing/fake-main';
import { openDialogs } from '../ui/open-dialogs.svelte';
import PreviewRequestHost from './PreviewRequestHost.svelte';

beforeEach(() => {
  navigation.go({ screen: 'library' });
  navigation.go({ screen: 'settings' });
});

async function openedBy(...links: string[]): Promise<void> {
  const main = installFakeMain({
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
  });
  render(PreviewRequestHost);
  const close = openDialogs.add();
  for (const id of links) {
    main.emit('app.openTheme', { id });
    await tick();
  }
  expect(navigation.current).toEqual({ screen: 'settings' });
  close();
  await tick();
}

it('the control: one link', async () => {
  await openedBy('harbour');
  expect(navigation.current).toEqual({ screen: 'studio', themeId: 'harbour' });
});

it('two links: the second is what the person wants now', async () => {
  await openedBy('harbour', 'umbra');
  expect(navigation.current).toEqual({ screen: 'studio', themeId: 'umbra' });
});
