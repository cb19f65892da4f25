/** A connection whose form was cancelled or left while it was checked is not added, however well that ends. */
import type { ConnectionCheck } from '@shared/connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import ConnectionForm from './ConnectionForm.svelte';
import { forgetUnfinished } from './unfinished-connection';

beforeAll(() => layers.load(), 120_000);
beforeEach(forgetUnfinished);

/** Presses Connect with all filled in; the check is answered at `answer`. */
async function connecting() {
  const user = userEvent.setup();
  let answer: (found: ConnectionCheck) => void = () => undefined;
  const main = installFakeMain({
    connections: {
      check: () => new Promise<ConnectionCheck>((done) => (answer = done)),
      add: () => ({ id: 'new' }),
    },
  });
  const ondone = vi.fn();
  const oncancel = vi.fn();
  const { unmount } = render(ConnectionForm, { connection: undefined, ondone, oncancel });
  const entered = {
    ...{ Name: 'Kestrel', 'Base address': 'https://kestrel.example/api/v1' },
    ...{ 'Workspace ID': 'ws_1', Token: 'secret-1' },
  };
  for (const [label, text] of Object.entries(entered)) {
    await user.type(screen.getByLabelText(label), text);
  }
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(main.log.map(({ name }) => name)).toEqual(['connections.check']));
  return {
    ...{ main, user, ondone, oncancel, unmount },
    answerWell: async () => {
      answer({ verdict: 'good', status: 400, detail: 'name: Required' });
      // The answer is here, and what follows from it has been done.
      await new Promise((done) => setTimeout(done));
    },
  };
}

const asked = (log: readonly { name: string }[]) => log.map(({ name }) => name);

it('the control: it is added where nobody cancels', async () => {
  const { main, ondone, answerWell } = await connecting();
  await answerWell();
  expect(asked(main.log)).toEqual(['connections.check', 'connections.add']);
  expect(ondone).toHaveBeenCalled();
});

it('it is not added, nor its token stored, once Cancel was pressed', async () => {
  const { main, user, ondone, oncancel, unmount, answerWell } = await connecting();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(oncancel).toHaveBeenCalled();
  // The welcome screen takes the form away then, and so does the dialog.
  unmount();
  await answerWell();
  expect(asked(main.log)).toEqual(['connections.check']);
  expect(ondone).not.toHaveBeenCalled();
});

it('it is not added, nor the one in use, once its form was left, and that is said', async () => {
  render(Toasts);
  const { main, ondone, unmount, answerWell } = await connecting();
  // A person looks at another screen.
  unmount();
  await answerWell();
  expect(asked(main.log)).toEqual(['connections.check']);
  expect(ondone).not.toHaveBeenCalled();
  const told = 'Kestrel hasn’t been added. What you entered is kept, except the token.';
  expect(await screen.findByText(told)).toBeVisible();
  render(ConnectionForm, { connection: undefined, ondone, oncancel: vi.fn() });
  expect(screen.getByLabelText('Workspace ID')).toHaveValue('ws_1');
});
