/** The first preview to a recipient is confirmed: what its form says while the question is open, and nothing was sent. */
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PreviewRun } from '@shared/sending';
import { ProblemError } from '@shared/problem-error';
import { PreviewForm } from '../../state/previews.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { confirmation } from '../../ui/confirmation.svelte';
import PreviewFields from './PreviewFields.svelte';

const northwind = trialConnection('northwind');
const to = '+44 7700 900112';

afterEach(() => {
  confirmation.current?.answer(false);
  cleanup();
  connections.end();
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
async function press(isNew: boolean): Promise<Pressed> {
  const user = userEvent.setup();
  const starts: (string | undefined)[] = [];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({
        ...{ revision: 1, history: [], shortcuts: [] },
        drafts: { [northwind.id]: { botId: 'bot', to, startGroupId: '' } },
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

it('pressed again while it is asked about, it is asked and sent once', async () => {
  const { user, button, starts } = await press(true);
  await user.click(button);
  await user.type(screen.getByRole('textbox', { name: 'Recipient' }), '{Enter}');
  confirmation.current?.answer(true);
  expect(await screen.findByText('The service accepted the preview.')).toBeVisible();
  expect(confirmation.current).toBeUndefined();
  expect(starts).toEqual([undefined, trialPlace]);
});
