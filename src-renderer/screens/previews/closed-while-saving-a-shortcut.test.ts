/**
 * The form of a preview shortcut is closed while what it holds is still being saved, on a slow disk. That it failed is
 * said above the screen, and a form that was opened since stays as it is, with what was typed in it.
 */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Previews from './Previews.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  cleanup();
  connections.end();
});

const person = userEvent.setup();
const northwind = trialConnection('northwind');
const full: Problem = { code: 'storageFull', path: '/home/mia/.foyer/previews.json' };
let end: (error?: Error) => void = () => undefined;

/** A person has filled a new form and saves it; it is under way until `end` says how it ends. */
async function save(): Promise<void> {
  const over = new Promise<void>((done, fail) => {
    end = (error) => (error === undefined ? done() : fail(error));
  });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      addShortcut: async () => {
        await over;
        return { id: 'booking' };
      },
    },
  });
  await connections.start();
  render(ReportedProblems);
  render(Previews);
  await add();
  await person.type(name(), 'Booking');
  await person.click(screen.getByRole('button', { name: 'Save shortcut' }));
  await waitFor(() =>
    expect(main.log.some((call) => call.name === 'previews.addShortcut')).toBe(true),
  );
}

async function add(): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Add a shortcut' }));
  await screen.findByRole('dialog');
}

async function close(): Promise<void> {
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

const name = () => screen.getByRole('textbox', { name: 'Name' });
const settled = () => new Promise((done) => setTimeout(done));

it('the control: what failed is said in the form that is still there', async () => {
  await save();
  end(new ProblemError(full));
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(problemText(full).what));
});

it('the control: the form that is still there is closed when it is saved', async () => {
  await save();
  end();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('what failed is said above the screen once the form was closed', async () => {
  await save();
  await close();
  end(new ProblemError(full));
  expect(await screen.findByText(problemText(full).what)).toBeVisible();
});

it('the next form is not closed, and keeps what was typed in it', async () => {
  await save();
  await close();
  await add();
  await person.type(name(), 'Reminder');
  end();
  await settled();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(name()).toHaveValue('Reminder');
});
