/**
 * A form for a connection or its token is left while main stores that, for which a locked keychain takes its
 * time: main is told to give it up, and whoever left is not led back when it is stored nevertheless.
 */
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import ConnectionForm from './ConnectionForm.svelte';
import ReplaceToken from './ReplaceToken.svelte';
import { forgetUnfinished } from './unfinished-connection';

beforeAll(() => layers.load(), 120_000);
beforeEach(forgetUnfinished);

const user = userEvent.setup();
const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** Everything that is stored waits until the test says what came of it. */
function waitingMain() {
  let answer: (stored: { id: string }) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const stored = new Promise<{ id: string }>((done, fail) => ([answer, refuse] = [done, fail]));
  const main = installFakeMain({
    connections: {
      check: () => ({ verdict: 'good' as const, status: 400, detail: '' }),
      add: () => stored,
      edit: async () => void (await stored),
      replaceToken: async () => void (await stored),
      giveUp: () => undefined,
    },
  });
  const asked = () => main.log.map(({ name }) => name);
  /** What follows from it has been done, too. */
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    asked,
    isAsked: (name: string) => waitFor(() => expect(asked()).toContain(name)),
    store: async () => {
      answer({ id: 'kestrel' });
      await settle();
    },
    refuse: async () => {
      refuse(new ProblemError({ code: 'keychainLocked', isChange: true }));
      await settle();
    },
  };
}

/** Main is storing what was entered in a form that is on screen. */
async function storing(what: 'add' | 'edit') {
  render(Toasts);
  const main = waitingMain();
  const ondone = vi.fn();
  const oncancel = vi.fn();
  const connection = what === 'edit' ? kestrel : undefined;
  const { unmount } = render(ConnectionForm, { connection, ondone, oncancel });
  if (what === 'add') {
    await user.type(screen.getByLabelText('Name'), 'Kestrel');
    await user.type(screen.getByLabelText('Base address'), 'https://kestrel.example/api/v1');
    await user.type(screen.getByLabelText('Workspace ID'), 'ws_1');
  }
  await user.type(screen.getByLabelText(/^Token/u, { selector: 'input' }), 'secret-1');
  await press(what === 'add' ? 'Connect' : 'Save connection');
  await main.isAsked(`connections.${what}`);
  return { ...main, ondone, unmount };
}

const asks = { add: ['connections.check', 'connections.add'], edit: ['connections.edit'] };
const both = ['add', 'edit'] as const;

it.each(both)('the control: what a person stays for is done (%s)', async (what) => {
  const { asked, ondone, store } = await storing(what);
  await store();
  expect(ondone).toHaveBeenCalledExactlyOnceWith('kestrel');
  expect(asked()).toEqual(asks[what]);
});

it.each(both)('what is cancelled is given up (%s)', async (what) => {
  const { asked, ondone, refuse, unmount } = await storing(what);
  await press('Cancel');
  unmount();
  await refuse();
  expect(asked()).toEqual([...asks[what], 'connections.giveUp']);
  expect(ondone).not.toHaveBeenCalled();
});

it.each(both)('what is left by another way is given up (%s)', async (what) => {
  const { asked, ondone, refuse, unmount } = await storing(what);
  unmount();
  await refuse();
  expect(asked()).toEqual([...asks[what], 'connections.giveUp']);
  expect(ondone).not.toHaveBeenCalled();
});

it.each(both)('what was stored before it could be given up is told (%s)', async (what) => {
  const { ondone, store, unmount } = await storing(what);
  await press('Cancel');
  unmount();
  await store();
  expect(ondone).not.toHaveBeenCalled();
  expect(await screen.findByText('Kestrel was saved before you left')).toBeVisible();
});

it('a token is not replaced where its dialog is cancelled meanwhile', async () => {
  const main = waitingMain();
  const onclose = vi.fn();
  const { unmount } = render(ReplaceToken, { connection: kestrel, onclose });
  await user.type(screen.getByLabelText('Token'), 'secret-2');
  await press('Replace token');
  await main.isAsked('connections.replaceToken');
  await press('Cancel');
  unmount();
  await main.refuse();
  expect(main.asked()).toEqual(['connections.replaceToken', 'connections.giveUp']);
  expect(onclose).toHaveBeenCalledOnce();
});
