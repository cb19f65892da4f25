/** A person looks at an older version and, before it is read, edits: what is edited is the present, which is shown. */
import { expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion, VersionContent } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

const first: ThemeVersion = {
  ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'First' },
};

function opened(version: number): OpenTheme {
  return {
    ...{ id: 'a', version, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: version > 1, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: first.at },
  };
}

it.each([
  ['the control: it was read before', false],
  ['it is read after the edit', true],
])('the edit shows the present: %s', async (_name, isSlow) => {
  let answer: () => void = () => undefined;
  const main = installFakeMain({
    library: {
      open: () => opened(1),
      edit: () => opened(2),
      version: async (): Promise<VersionContent> => {
        if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
        return { name: 'Version 1', theme: newTheme() };
      },
    },
  });
  const open = new OpenThemeState('a');
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  const look = versions.look(first);
  if (isSlow) await vi.waitFor(() => expect(main.log.length).toBeGreaterThan(1));
  else await look;
  open.edit([{ field: 'general.font', value: 'Lora' }]);
  await open.settled();
  answer();
  await look;
  expect(open.said?.version).toBe(2);
  expect(versions.shown).toBeNull();
});
