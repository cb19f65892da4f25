import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { trialConnection } from '@shared/trial-connection';
import { beforeEach, describe, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { newTheme } from '@shared/theme/theme';
import { app } from '../../state/app.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import Welcome from './Welcome.svelte';

describe('Welcome', () => {
  beforeEach(() => navigation.go({ screen: 'welcome' }));

  it('practises at one click, and goes to the library', async () => {
    const main = installFakeMain({ connections: { practise: () => ({ id: 'p' }) } });
    render(Welcome);
    await userEvent.click(screen.getByRole('button', { name: 'Try Foyer' }));
    await waitFor(() => expect(navigation.current.screen).toBe('library'));
    expect(main.log.map((call) => call.name)).toEqual(['connections.practise']);
  });

  it('stays, and says why, when practising can’t start', async () => {
    installFakeMain({
      connections: {
        practise: () => {
          throw new ProblemError({ code: 'storageFull', path: '/profile' });
        },
      },
    });
    render(Welcome);
    await userEvent.click(screen.getByRole('button', { name: 'Try Foyer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('disk is full');
    expect(navigation.current.screen).toBe('welcome');
  });

  it('shows the form with its heading focused, and comes back', async () => {
    installFakeMain({});
    render(Welcome);
    await userEvent.click(screen.getByRole('button', { name: 'Connect a workspace' }));
    expect(screen.getByRole('heading', { name: 'Connect a workspace', level: 1 })).toHaveFocus();
    expect(screen.getByLabelText('Base address')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Try Foyer' })).toBeVisible();
  });

  it('shows starter themes, and opens one before there is a connection', async () => {
    const state = {
      ...{ platform: 'linux' as const, version: '1', electron: '1', hasKnownHoles: false },
      preferences: {
        ...{ appearance: 'system' as const, textSize: 100, locale: 'en' as const },
        loadPictures: true,
      },
    };
    const starter = (id: string) => ({ id, name: `${id} theme`, tags: [], theme: newTheme() });
    const main = installFakeMain({
      app: { state: () => ({ ...state, isFirstRun: true }) },
      library: {
        starters: () => ['harbour', 'osteria', 'fern'].map(starter),
        create: () => ({ id: 'made' }),
      },
    });
    await app.start();
    render(Welcome);
    expect(await screen.findByRole('button', { name: 'Open osteria theme' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open harbour theme' }));
    await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'made' }));
    expect(main.log.at(-1)).toEqual({ name: 'library.create', input: { starter: 'harbour' } });
    expect(app.state.isFirstRun).toBe(false);
    app.end();
  });

  it('asks for a connection, not for one more, after the first run with none', async () => {
    installFakeMain({});
    render(Welcome);
    expect(screen.getByRole('heading', { level: 1, name: 'Add a connection' })).toBeVisible();
  });

  it.each([
    ['none, to try it out', [], 'Try Foyer'],
    ['one, to connect another', [trialConnection('c1')], 'Connect a workspace'],
  ])('offers first, to who has %s', async (_name, list, first) => {
    installFakeMain({ connections: { list: () => ({ revision: 1, list, currentId: null }) } });
    await connections.start();
    render(Welcome);
    expect(document.querySelector('.button.primary')).toHaveTextContent(first);
    expect(screen.queryByText(/No account needed/u) !== null).toBe(list.length === 0);
    connections.end();
  });

  it('is no wall: the library can be looked at without an account', async () => {
    installFakeMain({});
    render(Welcome);
    await userEvent.click(screen.getByRole('button', { name: /library|Look around/u }));
    expect(navigation.current.screen).toBe('library');
  });
});
