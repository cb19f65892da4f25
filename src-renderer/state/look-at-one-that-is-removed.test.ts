/** A person looks at a version, which takes its time to be read, and deletes it meanwhile: it is not shown as if it were there. */
import { expect, it, vi } from 'vitest';
import type { ThemeVersion, VersionContent } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

const first: ThemeVersion = {
  ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'First' },
};

it.each([
  ['the control: one that was shown is not any more', true],
  ['one that is still being read is not shown', false],
])('%s', async (_, isReadFirst) => {
  let answer: () => void = () => undefined;
  const main = installFakeMain({
    library: {
      version: async (): Promise<VersionContent> => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { name: 'Version 1', theme: newTheme() };
      },
      removeVersion: () => undefined,
    },
  });
  const versions = new ThemeVersionsState(new OpenThemeState('a'));
  const look = versions.look(first);
  await vi.waitFor(() => expect(main.log).toHaveLength(1));
  if (isReadFirst) {
    answer();
    await look;
    expect(versions.shown).not.toBeNull();
  }
  await versions.remove(first);
  answer();
  await look;
  expect(versions.shown).toBeNull();
});
