/**
 * A person chooses *Try Foyer*, and goes on before the practice service has started, to another screen or to the form: they
 * stay there, and what is typed there stays too. That practising can't start is said where they see it.
 */
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { app } from '../../state/app.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { reports } from '../../ui/reports.svelte';
import Welcome from './Welcome.svelte';

beforeEach(() => navigation.go({ screen: 'welcome' }));
afterEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
  app.end();
});

/** *Try Foyer* is pressed at the first run, and a person goes on; gives how practising starts, or doesn't. */
async function tried(way: 'stays' | 'studio' | 'form') {
  let resolve = (_started: { id: string }): void => undefined;
  let reject = (_why: Error): void => undefined;
  const started = new Promise<{ id: string }>((...ends) => ([resolve, reject] = ends));
  installFakeMain({
    app: {
      state: () => ({
        ...{ platform: 'linux', version: '1', electron: '1', hasKnownHoles: false },
        preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
        isFirstRun: true,
      }),
    },
    connections: { practise: () => started },
    library: { starters: () => [] },
  });
  await app.start();
  const welcome = render(Welcome);
  await userEvent.click(screen.getByRole('button', { name: 'Try Foyer' }));
  if (way === 'form') {
    await userEvent.click(screen.getByRole('button', { name: 'Connect a workspace' }));
  }
  if (way === 'studio') {
    // As by a starter theme beside it, or the palette; the shell shows that screen in place of this one.
    navigation.go({ screen: 'studio', themeId: 'a' });
    welcome.unmount();
  }
  return { resolve, reject };
}

it.each([
  ['stays', 'library'],
  ['studio', 'studio'],
  ['form', 'welcome'],
] as const)('leads to the library only whoever stays: %s', async (way, expected) => {
  const { resolve } = await tried(way);
  resolve({ id: 'p' });
  await waitFor(() => expect(app.state.isFirstRun).toBe(false));
  expect(navigation.current.screen).toBe(expected);
});

it.each([
  ['stays', 0],
  ['studio', 1],
  ['form', 1],
] as const)('says what failed beside it, or above the screen: %s', async (way, above) => {
  const { reject } = await tried(way);
  reject(new ProblemError({ code: 'storageFull', path: '/profile' }));
  if (above === 0) expect(await screen.findByRole('alert')).toHaveTextContent('disk is full');
  else await waitFor(() => expect(reports.list).toHaveLength(1));
  expect(reports.list).toHaveLength(above);
  expect(app.state.isFirstRun).toBe(true);
});
