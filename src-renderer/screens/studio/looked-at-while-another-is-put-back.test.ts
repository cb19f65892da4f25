/**
 * A version is being put back on a slow disk, and the person clicks on another one in the history: it is shown once that is
 * done, as it is said to be.
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

const user = userEvent.setup();
const kept = (version: number, name: string): ThemeVersion => ({
  ...{ version, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name },
});

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  announcer.say('');
});

it.each([
  ['the control: it was put back before', false],
  ['it is still being put back', true],
])('what is looked at is shown: %s', async (_name, isSlow) => {
  let goOn = (): void => undefined;
  const disk = isSlow ? new Promise<void>((resolve) => (goOn = resolve)) : Promise.resolve();
  let version = 1;
  const present = (): OpenTheme => ({
    ...{ id: 't1', version, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: true, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T10:00:00.000Z' },
  });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: present,
      versions: () => ({ versions: [kept(2, 'Winter'), kept(1, 'Approved')], unreadable: 0 }),
      version: () => ({ name: 'Harbour', theme: newTheme() }),
      restoreVersion: async () => {
        await disk;
        version += 1;
        return present();
      },
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await user.click(await screen.findByRole('button', { name: /^Restore Approved/u }));
  await waitFor(() =>
    expect(main.log.filter(({ name }) => name === 'library.restoreVersion')).toHaveLength(1),
  );
  if (!isSlow) await waitFor(() => expect(announcer.text).toMatch(/Approved/u));
  const winter = screen
    .getAllByRole('button', { name: /Winter/u })
    .find((button) => button.hasAttribute('aria-pressed'));
  if (!winter) throw new Error('It is not in the history.');
  await user.click(winter);
  goOn();
  await waitFor(() => expect(winter).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => expect(announcer.text).toBe('Winter'));
});
