import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { PreviewForm } from '../../state/previews.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { confirmation } from '../../ui/confirmation.svelte';
import { layers } from '../../ui/layers';
import PreviewFields from './PreviewFields.svelte';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const to = '+44 7700 900112';

/** The first preview to a recipient is confirmed: what its form says while the question is open, and nothing was sent. */
describe('the form while a first recipient is asked about', () => {
  const northwind = trialConnection('northwind');

  afterEach(() => {
    confirmation.current?.answer(false);
  });

  const run: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
    ...{ input: { botId: 'bot', to }, outcome: { kind: 'accepted', status: 200 } },
  };

  interface Pressed {
    user: UserEvent;
    button: HTMLElement;
    /** What main was asked to start: for where each was confirmed. */
    starts: (string | undefined)[];
  }

  /** The form after a press, once main has answered that it has to be asked for, or has sent it. */
  async function press(isNew: boolean, startGroupId = ''): Promise<Pressed> {
    const user = userEvent.setup();
    const starts: (string | undefined)[] = [];
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({
          ...{ revision: 1, history: [], shortcuts: [] },
          drafts: { [northwind.id]: { botId: 'bot', to, startGroupId } },
        }),
        start: ({ confirmedPlace }) => {
          starts.push(confirmedPlace);
          if (!isNew) return new Promise<PreviewRun>(() => undefined);
          if (confirmedPlace !== undefined) return run;
          throw new ProblemError({
            code: 'newRecipient',
            to,
            label: northwind.label,
            place: trialPlace,
          });
        },
      },
    });
    await connections.start();
    const form = new PreviewForm(northwind.id);
    form.start();
    render(PreviewFields, { form, connection: northwind, onkeep: () => undefined });
    const button = await screen.findByRole('button', { name: 'Start preview' });
    await user.click(button);
    if (isNew) await waitFor(() => expect(confirmation.current).toBeDefined());
    await waitFor(() => expect(starts).toEqual([undefined]));
    return { user, button, starts };
  }

  it('the control: one that main was handed is being sent', async () => {
    const { button } = await press(false);
    expect(button).toHaveTextContent('Sending');
  });

  it('one that is still asked about is not said to be being sent', async () => {
    const { button } = await press(true);
    expect(button).not.toHaveTextContent('Sending');
    expect(screen.queryByRole('button', { name: 'Stop waiting' })).toBeNull();
  });

  it.each([
    ['from its beginning', '', 'It starts the bot “bot”.'],
    ['from a group', 'g1', 'It starts the bot “bot” from group “g1”.'],
  ])('the question says what is started: %s', async (_name, startGroupId, said) => {
    await press(true, startGroupId);
    expect(confirmation.current?.title).toContain(to);
    expect(confirmation.current?.body).toContain(said);
  });

  it('pressed again while it is asked about, it is asked and sent once', async () => {
    const { user, button, starts } = await press(true);
    await user.click(button);
    await user.type(screen.getByRole('textbox', { name: 'Recipient' }), '{Enter}');
    confirmation.current?.answer(true);
    expect(await screen.findByText('The service accepted the preview.')).toBeVisible();
    expect(confirmation.current).toBeUndefined();
    expect(starts).toEqual([undefined, trialPlace]);
  });
});

/** What is said of a recipient to whom nothing is known to have been sent is no more than is known. */
describe('what is said of a recipient of whom nothing is known', () => {
  const before = trialConnection('northwind');
  /** Pointed at another workspace since. */
  const northwind = trialConnection('northwind', { workspaceId: 'w2' });
  const sentBefore: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
    ...{ place: publicationKey(before), input: { botId: 'bot', to } },
    outcome: { kind: 'accepted', status: 200 },
  };

  /** The dialog of a link to the recipient. */
  async function asked(history: PreviewRun[], isNewRecipient: () => boolean): Promise<HTMLElement> {
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history, shortcuts: [], drafts: {} }),
        isNewRecipient: () => ({ isNew: isNewRecipient(), place: trialPlace }),
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to, startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: '', connectionId: northwind.id, fields, isFromLink: true },
    });
    return screen.findByRole('dialog');
  }

  const nothing =
    'Northwind hasn’t sent anything to this recipient from its current address and workspace.';

  it('the control: where nothing was sent, that is said', async () => {
    expect(await asked([], () => true)).toHaveAccessibleDescription(
      expect.stringContaining(nothing),
    );
  });

  it('it is not said where main could not read to whom something was sent', async () => {
    const dialog = await asked([], () => {
      throw new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
    });
    expect(dialog).not.toHaveAccessibleDescription(expect.stringContaining(nothing));
    expect(dialog).toHaveAccessibleDescription(expect.stringContaining('Foyer can’t tell'));
  });

  it('it is said of the workspace alone where one had a preview from another one', async () => {
    const dialog = await asked([sentBefore], () => true);
    expect(dialog).toHaveAccessibleDescription(expect.stringContaining(nothing));
  });
});

/** Two previews to a recipient who was never sent one are asked for, one after the other; the first is sent. */
describe('a second preview to a first recipient', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });

  it('the second is not said to be the first', async () => {
    const user = userEvent.setup();
    let isSent = false;
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        // As main does.
        isNewRecipient: () => ({ isNew: !isSent, place: trialPlace }),
        start: ({ botId }) => {
          isSent = true;
          return {
            ...{ activityId: botId, at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
            ...{ input: { botId, to }, outcome: { kind: 'accepted', status: 200 } },
          };
        },
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    for (const botId of ['one', 'two']) {
      const fields = { botId, to, startGroupId: '' };
      main.emit('previews.asked', {
        ...{ kind: 'filled', name: botId, connectionId: northwind.id, fields, isFromLink: false },
      });
    }
    await user.click(await screen.findByRole('button', { name: 'Send once' }));
    await screen.findByText('The service accepted the preview.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByText('Start two?');
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('two'));
    expect(screen.getByRole('dialog')).not.toHaveTextContent('hasn’t sent anything');
  });
});
