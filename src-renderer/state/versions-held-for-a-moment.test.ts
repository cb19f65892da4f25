/**
 * A virus scanner holds a theme's history in the moment in which the theme is opened in the studio. The history says that
 * it can't be read right now, and that Foyer keeps trying: it is there a moment later.
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
        if (isHeld) throw new ProblemError({ code: 'storageNotRead', files: ['history'] });
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
