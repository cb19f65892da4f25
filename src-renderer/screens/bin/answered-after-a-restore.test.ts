/**
 * A virus scanner holds one file of the bin, and the bin is read again and again, as it says. Each look waits for that
 * file. A person restores another theme meanwhile: the look that began before that, and is answered after the one that
 * followed, doesn't bring the theme back to the screen, from where it could neither be restored nor deleted.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { BinContent, BinnedTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { bin } from '../../state/bin.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Bin from './Bin.svelte';

const binned = (name: string): BinnedTheme => ({
  ...{ entry: name, id: name, name, tags: [], theme: newTheme(), file: `${name}.json` },
  ...{ folder: null, removedAt: '2026-01-02T03:04:05.000Z', daysLeft: 29, publications: 0 },
});

it.each([
  ['first, the control', true],
  ['last', false],
])(
  'what was restored is not in the bin any more: the earlier look is answered %s',
  async (_when, isEarlierFirst) => {
    const inTheBin = new Set(['Citrus', 'Harbour']);
    /** Looks that are not answered yet: those before the theme was restored, and after. */
    const earlier: (() => void)[] = [];
    const later: (() => void)[] = [];
    let areAnswered = true;
    installFakeMain({
      library: {
        bin: () => {
          const themes = [...inTheBin].map(binned);
          const content = (unread: string[]): BinContent => ({ themes, unread, damaged: [] });
          if (areAnswered) return content(['held.json']);
          const looks = inTheBin.has('Citrus') ? earlier : later;
          return new Promise<BinContent>((resolve) => looks.push(() => resolve(content([]))));
        },
        restore: ({ entries }) => {
          for (const entry of entries) inTheBin.delete(entry);
          return { ids: entries, entries, alreadyHere: 0, unlinked: 0, problem: null };
        },
      },
    });
    // The sidebar's count is known: the screen asks for nothing more than its own.
    bin.refresh();
    await waitFor(() => expect(bin.count).toBe(3));
    render(Bin);
    const restore = (name: string) => screen.queryByRole('button', { name: `Restore ${name}` });
    await waitFor(() => expect(restore('Citrus')).toBeEnabled(), { timeout: 30_000 });
    areAnswered = false;
    // By itself, while the file is held.
    await waitFor(() => expect(earlier).not.toEqual([]), { timeout: 10_000 });
    await userEvent.click(screen.getByRole('button', { name: 'Restore Citrus' }));
    // The screen's own, and that of the sidebar's count.
    await waitFor(() => expect(later.length).toBeGreaterThan(1), { timeout: 10_000 });
    for (const answers of isEarlierFirst ? [earlier, later] : [later, earlier]) {
      for (const answer of answers) answer();
      // It comes over the bridge, and is drawn.
      await new Promise((done) => setTimeout(done));
    }
    expect(restore('Harbour')).toBeEnabled();
    expect(restore('Citrus')).toBeNull();
  },
  60_000,
);
