/**
 * The keychain takes its time over an edited connection, and the person goes elsewhere meanwhile: that it was
 * not saved is said all the same, by the connection's name.
 */
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Toasts from '../../ui/Toasts.svelte';
import ConnectionForm from './ConnectionForm.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});

const northwind = trialConnection('n');

/** A main whose keychain answers at `end`. */
function slowKeychain() {
  let end: (error?: ProblemError) => void = () => undefined;
  const over = new Promise<void>((done, fail) => {
    end = (error) => (error ? fail(error) : done());
  });
  const keep = async (): Promise<undefined> => {
    await over;
  };
  const main = installFakeMain({ connections: { edit: keep, giveUp: () => undefined } });
  render(Toasts);
  render(ReportedProblems);
  return { main, end };
}

const locked = new ProblemError({ code: 'keychainLocked', isChange: true });

it('that an edited connection was not saved is said above the screen once its form was closed', async () => {
  const { main, end } = slowKeychain();
  const given = { connection: northwind, ondone: vi.fn(), oncancel: vi.fn() };
  const { unmount } = render(ConnectionForm, given);
  await userEvent.type(screen.getByLabelText('Name'), ' & Co{Enter}');
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('connections.edit'));
  unmount();
  end(locked);
  expect(await screen.findByText('Northwind & Co couldn’t be saved')).toBeVisible();
});

it('the form of another connection stays when the one that was closed is saved', async () => {
  const { main, end } = slowKeychain();
  const ondone = vi.fn();
  const given = { connection: northwind, ondone, oncancel: vi.fn() };
  const { unmount } = render(ConnectionForm, given);
  await userEvent.type(screen.getByLabelText('Name'), ' & Co{Enter}');
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('connections.edit'));
  unmount();
  end();
  // The answer is here, and what follows from it has been done.
  await new Promise((done) => setTimeout(done));
  expect(ondone).not.toHaveBeenCalled();
});
