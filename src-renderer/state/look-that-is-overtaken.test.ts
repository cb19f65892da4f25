/** A person looks at one version and, before it is read, at another or at the present: what was asked for last is shown. */
import { expect, it, vi } from 'vitest';
import type { ThemeVersion, VersionContent } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

const at = '2026-11-20T10:00:00.000Z';
const first: ThemeVersion = { version: 1, at, reason: 'kept', name: 'First' };
const second: ThemeVersion = { ...first, version: 2, name: 'Second' };

/** A theme's versions, of which the first is being looked at and takes its time to be read. */
async function lookingAtFirst() {
  let answer: () => void = () => undefined;
  const main = installFakeMain({
    library: {
      version: async ({ version }): Promise<VersionContent> => {
        if (version === first.version) await new Promise<void>((resolve) => (answer = resolve));
        return { name: `Version ${String(version)}`, theme: newTheme() };
      },
    },
  });
  const versions = new ThemeVersionsState(new OpenThemeState('a'));
  const slow = versions.look(first);
  await vi.waitFor(() => expect(main.log).toHaveLength(1));
  const read = async (): Promise<void> => {
    answer();
    await slow;
  };
  return { versions, read };
}

it('the control: it is shown once it is read', async () => {
  const { versions, read } = await lookingAtFirst();
  await read();
  expect(versions.shown).toMatchObject({ version: first, content: { name: 'Version 1' } });
});

it('it does not replace another one that was looked at since', async () => {
  const { versions, read } = await lookingAtFirst();
  await versions.look(second);
  await read();
  expect(versions.shown).toMatchObject({ version: second, content: { name: 'Version 2' } });
});

it('it does not replace the present that was gone back to since', async () => {
  const { versions, read } = await lookingAtFirst();
  versions.back();
  await read();
  expect(versions.shown).toBeNull();
});
