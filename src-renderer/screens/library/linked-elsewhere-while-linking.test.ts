/**
 * A theme is being linked to a template, which waits for a publication in progress, and the person goes on in the same
 * dialog with another connection: what comes of the first is not said of the second, and what they type for it stays.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import LinkDialog from './LinkDialog.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
const user = userEvent.setup();
let goOn: () => void;
let closed: number;

beforeAll(() => layers.load(), 120_000);
beforeEach(() => (closed = 0));

async function link(isTaken: boolean, goesOn = true): Promise<HTMLElement> {
  const sent = new Promise<void>((resolve) => (goOn = resolve));
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind, kestrel], currentId: northwind.id }),
    },
    outbox: {
      link: async () => {
        await sent;
        if (isTaken) {
          const fields = [{ field: 'templateId', reason: 'alreadyThere' as const }];
          throw new ProblemError({ code: 'invalidFields', fields });
        }
        return 1;
      },
    },
  });
  await connections.start();
  render(Toasts);
  render(LinkDialog, { theme: sampleSummary('Harbour'), onclose: () => (closed += 1) });
  const field = await screen.findByRole('textbox');
  await user.type(field, 'tpl_northwind');
  const save = screen.getByRole('button', { name: 'Link theme' });
  await user.click(save);
  expect(save).toHaveAttribute('aria-busy');
  if (goesOn) {
    await user.selectOptions(screen.getByRole('combobox'), 'kestrel');
    await user.clear(field);
    await user.type(field, 'tpl_kestrel');
  }
  goOn();
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
  return field;
}

it('the control: who waits for it has the dialog closed, or is told why it was refused', async () => {
  await link(false, false);
  expect(closed).toBe(1);
  cleanup();
  expect(await link(true, false)).toHaveAttribute('aria-invalid', 'true');
});

it('the dialog stays open for what is typed for the other one', async () => {
  const field = await link(false);
  expect(closed).toBe(0);
  expect(field).toHaveValue('tpl_kestrel');
});

it('the refusal of the first is said above, and not of the second', async () => {
  const field = await link(true);
  expect(await screen.findByText(/^Harbour couldn’t be linked to tpl_northwind/u)).toBeVisible();
  expect(field).toHaveValue('tpl_kestrel');
  expect(field).not.toHaveAttribute('aria-invalid', 'true');
});
