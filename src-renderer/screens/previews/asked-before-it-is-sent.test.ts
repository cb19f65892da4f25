/** The first preview to a recipient is confirmed: what its form says while the question is open, and nothing was sent. */
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PreviewRun } from '@shared/sending';
import { ProblemError } from '@shared/problem-error';
import { PreviewForm } from '../../state/previews.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import PreviewFields from './PreviewFields.svelte';

const northwind = trialConnection('northwind');
const to = '+44 7700 900112';

afterEach(() => {
  cleanup();
  connections.end();
});

/** What the form's button says after a press, once main has answered that it has to be asked for, or has sent it. */
async function saidAfterPress(isNew: boolean): Promise<string> {
  const user = userEvent.setup();
  let calls = 0;
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({
        ...{ revision: 1, history: [], shortcuts: [] },
        drafts: { [northwind.id]: { botId: 'bot', to, startGroupId: '' } },
      }),
      start: () => {
        calls += 1;
        if (isNew) throw new ProblemError({ code: 'newRecipient', to, label: northwind.label });
        return new Promise<PreviewRun>(() => undefined);
      },
    },
  });
  await connections.start();
  const form = new PreviewForm(northwind.id);
  form.start();
  render(PreviewFields, { form, connection: northwind, onkeep: () => undefined });
  const button = await screen.findByRole('button', { name: 'Start preview' });
  await user.click(button);
  await waitFor(() => expect(calls).toBe(1));
  await new Promise((done) => setTimeout(done, 50));
  // Nobody answered the question, if there is one.
  expect(calls).toBe(1);
  return button.textContent ?? '';
}

it('the control: one that main was handed is being sent', async () => {
  expect(await saidAfterPress(false)).toContain('Sending');
});

it('one that is still asked about is not said to be being sent', async () => {
  expect(await saidAfterPress(true)).not.toContain('Sending');
});
