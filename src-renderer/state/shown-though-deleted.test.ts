/**
 * A version is shown in the preview, another one can't be read, and the one that is shown is deleted: the preview shows the
 * present again, and no version that isn't there any more and can't be restored.
 */
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

const versionOf = (version: number): ThemeVersion => ({
  ...{ version, at: '2026-11-13T17:20:00', reason: 'kept' as const, name: `Version ${version}` },
});
const present: OpenTheme = {
  ...{ id: 'a', version: 2, name: 'Harbour', tags: [], isReadOnly: false, theme: newTheme() },
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
};

async function show() {
  installFakeMain({
    library: {
      open: () => present,
      version: ({ version }) => {
        // A virus scanner has it.
        if (version === 2) throw new ProblemError({ code: 'storageNotRead', files: ['2'] });
        return { name: 'Harbour', theme: newTheme() };
      },
      removeVersion: () => undefined,
    },
  });
  const open = new OpenThemeState('a');
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  await versions.look(versionOf(1));
  expect(versions.shown?.version.version).toBe(1);
  return versions;
}

it('the control: the version that is shown is deleted', async () => {
  const versions = await show();
  await versions.remove(versionOf(1));
  expect(versions.shown).toBeNull();
});

it('so it is after another one couldn’t be read', async () => {
  const versions = await show();
  await expect(versions.look(versionOf(2))).rejects.toThrow();
  expect(versions.shown?.version.version).toBe(1);
  await versions.remove(versionOf(1));
  expect(versions.shown).toBeNull();
});
