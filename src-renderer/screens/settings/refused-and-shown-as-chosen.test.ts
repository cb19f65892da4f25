/**
 * A setting is changed while the disk is full, so main refuses it and everything is as before. The problem is told; the
 * control has to say what holds: a switch that stands at off while images are loaded, Foyer asks for updates or stays
 * in the tray says something untrue, and a second press, to try again, asks for the opposite.
 */
import type { AppState, Preferences } from '@shared/bridge/app';
import type { LauncherState } from '@shared/bridge/launcher';
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { app } from '../../state/app.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { fakeUpdates } from '../../testing/fake-updates';
import Appearance from './Appearance.svelte';
import LauncherSettings from './LauncherSettings.svelte';
import Pictures from './Pictures.svelte';
import Updates from './Updates.svelte';

const state: AppState = {
  preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  ...{ platform: 'linux', version: '0.1.0', electron: '25.1.1' },
  ...{ hasKnownHoles: false, isFirstRun: false },
};
const launcher: LauncherState = {
  ...{ keys: '', keysWork: false, keysAreDoubtful: false },
  ...{ hasTray: true, isInTray: true, closesToTray: true, startsAtLogin: true },
};

/** Main as it is while its disk is full, or not. */
async function withDisk(isFull: boolean) {
  let preferences: Preferences = state.preferences;
  let chosen = launcher;
  let looks: 'daily' | 'off' = 'daily';
  const asked: unknown[] = [];
  const kept = <Value>(input: unknown, keep: () => Value): Value => {
    asked.push(input);
    if (isFull) throw new ProblemError({ code: 'storageFull', path: 'preferences.json' });
    return keep();
  };
  const main = installFakeMain({
    app: {
      state: () => state,
      setPreferences: (changes) =>
        kept(changes, () => (preferences = { ...preferences, ...changes } as Preferences)),
    },
    pictures: { size: () => ({ count: 0, bytes: 0 }) },
    launcher: {
      state: () => chosen,
      setTray: (changes) =>
        kept(changes, () => (chosen = { ...chosen, ...changes } as LauncherState)),
      setStartsAtLogin: ({ isOn }) =>
        kept(isOn, () => (chosen = { ...chosen, startsAtLogin: isOn })),
    },
    updates: {
      state: () => fakeUpdates({ host: 'updates.example', looks }),
      setDaily: ({ isOn }) =>
        kept(isOn, () => {
          looks = isOn ? 'daily' : 'off';
          main.emit(
            'updates.changed',
            fakeUpdates({ host: 'updates.example', looks, revision: 9 }),
          );
          return undefined;
        }),
    },
  });
  await app.start();
  return asked;
}

const panels = { Pictures, LauncherSettings, Updates };
const switches: [string, keyof typeof panels, RegExp][] = [
  ['images', 'Pictures', /image/iu],
  ['the tray', 'LauncherSettings', /tray/iu],
  ['starting at sign-in', 'LauncherSettings', /sign in/iu],
  ['checking for updates', 'Updates', /updates once a day/u],
];

/** Switches it off; resolves once main has answered and the page has heard. */
async function switchedOff(panel: keyof typeof panels, name: RegExp, isFull: boolean) {
  const asked = await withDisk(isFull);
  render(panels[panel]);
  const [control] = await screen.findAllByRole('switch', { name });
  if (!control) throw new Error('no such switch');
  expect(control).toBeChecked();
  await userEvent.click(control);
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((done) => setTimeout(done));
  return { control, asked };
}

describe.each(switches)('%s', (_, panel, name) => {
  it('the control: off, where that was kept', async () => {
    const { control } = await switchedOff(panel, name, false);
    expect(control).not.toBeChecked();
  });

  it('on as before, where it could not be kept', async () => {
    const { control } = await switchedOff(panel, name, true);
    expect(control).toBeChecked();
  });

  it('is switched off by a second press, where the first could not be kept', async () => {
    const { control, asked } = await switchedOff(panel, name, true);
    await userEvent.click(control);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual(asked[0]);
  });
});

describe('appearance', () => {
  const dark = () => screen.getByRole('radio', { name: 'Dark' });

  it.each([
    ['the control: dark, where that was kept', false],
    ['not dark, where it could not be kept', true],
  ])('%s', async (_name, isFull) => {
    const asked = await withDisk(isFull);
    render(Appearance);
    await userEvent.click(dark());
    await waitFor(() => expect(asked).toHaveLength(1));
    await new Promise((done) => setTimeout(done));
    expect(dark().getAttribute('aria-checked')).toBe(String(!isFull));
  });
});
