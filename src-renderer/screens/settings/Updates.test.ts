import { updateFailures, type UpdatesState, type UpdateStep } from '@shared/bridge/updates';
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import UpdatesButton from '../../shell/UpdatesButton.svelte';
import { navigation } from '../../state/navigation.svelte';
import { fakeUpdates } from '../../testing/fake-updates';
import Updates from './Updates.svelte';

type Handlers = NonNullable<Parameters<typeof installFakeMain>[0]['updates']>;

const asked = { host: 'updates.example', looks: 'daily' } as const;
const newer = { version: '0.2.0', notes: 'Faster.\nAnd better.' };

async function show(state: Partial<UpdatesState>, handlers: Handlers = {}) {
  const main = installFakeMain({
    updates: { state: () => fakeUpdates({ ...asked, ...state }), ...handlers },
  });
  render(Updates);
  render(UpdatesButton);
  await waitFor(() => expect(main.log).toContainEqual({ name: 'updates.state', input: undefined }));
  return main;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => navigation.go({ screen: 'library' }));

describe('updates in Settings', () => {
  it('are not there where the build names no place to look at', async () => {
    await show({ looks: 'never', host: '' });
    expect(screen.queryByRole('heading', { name: 'Updates' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('ask once whether Foyer may look, and say who is asked and what is sent', async () => {
    const main = await show({ looks: 'undecided' }, { setDaily: () => undefined });
    const notice = await screen.findByText(/Foyer would ask updates.example/u);
    expect(notice).toHaveTextContent('It sends nothing about you or your themes.');
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    await press('Don’t check');
    expect(main.log.at(-1)).toEqual({ name: 'updates.setDaily', input: { isOn: false } });
    main.emit('updates.changed', fakeUpdates({ ...asked, looks: 'off' }));
    const daily = await screen.findByRole('switch', { name: 'Check for updates once a day' });
    expect(daily).not.toBeChecked();
    await userEvent.click(daily);
    expect(main.log.at(-1)).toEqual({ name: 'updates.setDaily', input: { isOn: true } });
  });

  it('look now, and say that this is the newest', async () => {
    const main = await show({}, { look: () => undefined });
    await press('Check now');
    expect(main.log.at(-1)).toEqual({ name: 'updates.look', input: undefined });
    main.emit('updates.changed', fakeUpdates({ ...asked, step: { name: 'looking' } }));
    expect(await screen.findByText('Checking for updates')).toBeVisible();
    const none = { name: 'none', published: '0.1.0' } as const;
    main.emit('updates.changed', fakeUpdates({ ...asked, step: none }));
    expect(await screen.findByText('Foyer 0.1.0 is the newest version')).toBeVisible();
    main.emit('updates.changed', fakeUpdates({ ...asked, step: { ...none, published: '0.0.9' } }));
    expect(await screen.findByText(/newer than the published version, 0.0.9/u)).toBeVisible();
  });

  it('say what is new, download at the person’s word, and show how far it is', async () => {
    const found = { name: 'found', how: 'install', ...newer } as const;
    const main = await show(
      { step: found },
      { download: () => undefined, stopDownload: () => undefined },
    );
    expect(await screen.findByRole('group', { name: 'What’s new' })).toHaveTextContent('Faster.');
    await press('Download');
    expect(main.log.at(-1)).toEqual({ name: 'updates.download', input: undefined });
    const downloading = { name: 'downloading', ...newer, percent: 40 } as const;
    main.emit('updates.changed', fakeUpdates({ ...asked, step: downloading }));
    const bar = await screen.findByRole('progressbar', { name: 'Downloading Foyer 0.2.0, 40%' });
    expect(bar).toHaveValue(40);
    await press('Stop');
    expect(main.log.at(-1)).toEqual({ name: 'updates.stopDownload', input: undefined });
  });

  it('leave to the system what the system installs', async () => {
    await show({ step: { name: 'found', how: 'system', ...newer } });
    expect(await screen.findByText(/Install it with your system’s updates/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('don’t restart while something is being sent, and say so', async () => {
    await show(
      { step: { name: 'ready', ...newer } },
      {
        restart: () => {
          throw new ProblemError({ code: 'updateWaitsForSending' });
        },
      },
    );
    await press('Restart and install');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Something is being sent or waiting to be sent, so Foyer didn’t restart.',
    );
  });

  it.each(updateFailures)('say in a sentence that nothing was changed after %s', async (reason) => {
    const step: UpdateStep = { name: 'failed', reason, update: newer };
    const main = await show({ step }, { download: () => undefined, look: () => undefined });
    const notice = await screen.findByRole('status');
    expect(notice).toHaveTextContent('Nothing was changed: this is still Foyer 0.1.0.');
    await press('Download again');
    main.emit('updates.changed', fakeUpdates({ ...asked, step: { ...step, update: null } }));
    await press('Check again');
    expect(main.log.slice(-2).map(({ name }) => name)).toEqual([
      'updates.download',
      'updates.look',
    ]);
  });
});

describe('updates in the status bar', () => {
  const found = { name: 'found', how: 'install', ...newer } as const;

  it('are a quiet word that leads to Settings, until they are put off', async () => {
    const main = await show({ step: found }, { putOff: () => undefined });
    await press('Foyer 0.2.0 is available');
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ part: 'updates' });
    await press('Later');
    expect(main.log.at(-1)).toEqual({ name: 'updates.putOff', input: undefined });
    main.emit('updates.changed', fakeUpdates({ ...asked, step: found, isPutOff: true }));
    await waitFor(() =>
      expect(
        screen.queryByRole('button', { name: 'Foyer 0.2.0 is available' }),
      ).not.toBeInTheDocument(),
    );
    // What was put off can still be had.
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('are nothing after a look that failed', async () => {
    await show({ step: { name: 'failed', reason: 'notReached', update: null } });
    await screen.findByText('Couldn’t reach updates.example');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual([
      'Check again',
    ]);
  });
});
