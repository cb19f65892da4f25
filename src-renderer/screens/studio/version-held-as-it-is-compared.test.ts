/**
 * A version is compared with the present while a virus scanner holds its file. The dialog says that Foyer keeps trying, as
 * it does between two themes and the two of a conflict: what differs is said once the file can be read.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import type { ThemeVersion } from '@shared/theme-versions';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import CompareDialog from './CompareDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

const version: ThemeVersion = {
  ...{ version: 1, at: '2026-01-02T03:04:05.000Z', reason: 'kept', name: 'Kept' },
};

it.each([
  ['the control: it can be read', false],
  ['it can be read a moment later', true],
])('what differs is said: %s', async (_when, isHeldAtFirst) => {
  let isHeld = isHeldAtFirst;
  const theme = newTheme();
  const before = { ...theme, general: { ...theme.general, font: 'Lora' } };
  installFakeMain({
    library: {
      version: () => {
        // As main says it of a version whose file the disk doesn't let it read (`readVersion`).
        const files = ['000000000001.jsonl'];
        if (isHeld) throw new ProblemError({ code: 'storageNotRead', files });
        return { name: 'Harbour', theme: before };
      },
    },
  });
  render(CompareDialog, {
    versions: new ThemeVersionsState(new OpenThemeState('a')),
    ...{ version, now: { name: 'Harbour', theme, tags: [] }, onclose: () => undefined },
  });
  if (isHeldAtFirst) await screen.findByText(/Foyer keeps trying/u, {}, { timeout: 5_000 });
  isHeld = false;
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora/u), {
    timeout: 4_000,
  });
});
