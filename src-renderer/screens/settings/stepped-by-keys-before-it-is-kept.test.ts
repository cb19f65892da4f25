/**
 * A person steps through a setting with the arrow keys, faster than the disk keeps it (a home on a network, a hard disk).
 * Each press is a step: the setting ends where they stopped.
 */
import type { AppState, Preferences } from '@shared/bridge/app';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { app } from '../../state/app.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Appearance from './Appearance.svelte';
import Pictures from './Pictures.svelte';

const state: AppState = {
  preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  ...{ platform: 'linux', version: '0.1.0', electron: '25.1.1' },
  ...{ hasKnownHoles: false, isFirstRun: false },
};

/** Main, which keeps nothing before `keep` is called, where it is slow. */
async function withMain(isSlow: boolean) {
  let preferences: Preferences = state.preferences;
  let isKept = !isSlow;
  const asked: unknown[] = [];
  installFakeMain({
    app: {
      state: () => state,
      setPreferences: async (changes) => {
        asked.push(changes);
        await waitFor(() => expect(isKept).toBe(true), { timeout: 10_000, interval: 5 });
        return (preferences = { ...preferences, ...changes } as Preferences);
      },
    },
    pictures: { size: () => ({ count: 0, bytes: 0 }) },
  });
  await app.start();
  return { asked, keep: () => (isKept = true), kept: () => preferences };
}

it.each([
  ['the control: colours, each step kept at once', false],
  ['colours, two steps before the first is kept', true],
])('%s', async (_, isSlow) => {
  const main = await withMain(isSlow);
  render(Appearance);
  screen.getByRole('radio', { name: 'System' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  if (!isSlow) await waitFor(() => expect(main.kept().appearance).toBe('light'));
  if (!isSlow)
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked());
  await userEvent.keyboard('{ArrowRight}');
  main.keep();
  await waitFor(() => expect(main.asked).toHaveLength(2));
  await waitFor(() => expect(main.kept().appearance).toBe('dark'));
});

it.each([
  ['the control: images, off and on again, each kept at once', false],
  ['images, off and on again before the first is kept', true],
])('%s', async (_, isSlow) => {
  const main = await withMain(isSlow);
  render(Pictures);
  const control = screen.getByRole('switch');
  await userEvent.click(control);
  if (!isSlow) await waitFor(() => expect(control).not.toBeChecked());
  await userEvent.click(control);
  main.keep();
  await waitFor(() => expect(main.asked).toHaveLength(2));
  await waitFor(() => expect(main.kept().loadPictures).toBe(true));
});
