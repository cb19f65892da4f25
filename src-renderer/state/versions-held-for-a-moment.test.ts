/**
 * A virus scanner holds a theme's history in the moment in which the theme is opened in the studio. Foyer keeps
 * trying to read one of its own files (the guide): the list is there a moment later.
 */
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

it.each([
  ['the control: it can be read', false],
  ['it can be read a moment later', true],
])('%s', async (_when, isHeldAtFirst) => {
  let isHeld = isHeldAtFirst;
  installFakeMain({
    library: {
      versions: () => {
        const path = '/profile/history';
        if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
        return { versions: [], unreadable: 0 };
      },
    },
  });
  const versions = new ThemeVersionsState(new OpenThemeState('a'));
  const end = versions.start();
  if (isHeldAtFirst) await expect.poll(() => versions.problem).not.toBeNull();
  isHeld = false;
  await expect.poll(() => versions.list, { timeout: 4_000 }).not.toBeNull();
  expect(versions.problem).toBeNull();
  end();
});
