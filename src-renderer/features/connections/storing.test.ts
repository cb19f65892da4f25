import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import ConnectionForm from './ConnectionForm.svelte';
import ReplaceToken from './ReplaceToken.svelte';
import { ConnectionFormState } from './connection-form-state.svelte';
import { forgetUnfinished } from './unfinished-connection';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
beforeEach(forgetUnfinished);

/**
 * A form for a connection or its token is left while main stores that, for which a locked keychain takes its
 * time: main is told to give it up, and whoever left is not led back when it is stored nevertheless.
 */
describe('a form that is left while it is being stored', () => {
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
});

/**
 * A form for a new connection is left while main stores that, on a slow disk; meanwhile another connection is entered,
 * and its form is left, too. What was entered last is there when the form is opened again.
 */
describe('another connection is entered while one is being stored', () => {
  afterEach(() => forgetUnfinished());

  const view = {
    showRefusals: () => Promise.resolve(),
    showNotice: () => Promise.resolve(),
    done: () => undefined,
  };

  function enter(label: string): ConnectionFormState {
    const form = new ConnectionFormState(undefined, view);
    form.draft.label = label;
    form.draft.baseAddress = 'https://example.com/api/v1';
    form.draft.workspaceId = label.toLowerCase();
    form.draft.token = 'secret';
    return form;
  }

  /** Northwind is being stored, and its form was left; gives what ends that. */
  async function leaveWhileStored(): Promise<() => Promise<void>> {
    let stored: () => void = () => undefined;
    const isStored = new Promise<void>((done) => (stored = done));
    installFakeMain({
      connections: {
        add: async () => {
          await isStored;
          return { id: 'northwind' };
        },
        // It is past the keychain.
        giveUp: () => undefined,
      },
    });
    const form = enter('Northwind');
    const saving = form.save('keychain');
    await Promise.resolve();
    form.leave();
    return () => {
      stored();
      return saving;
    };
  }

  it('the control: it is there when the first one was stored before', async () => {
    const end = await leaveWhileStored();
    await end();
    enter('Harbour').leave();
    expect(new ConnectionFormState(undefined, view).draft.label).toBe('Harbour');
  });

  it('the control: the first one is not there when it was stored after all', async () => {
    const end = await leaveWhileStored();
    await end();
    expect(new ConnectionFormState(undefined, view).draft.label).toBe('');
  });

  it('it is there when the first one was stored after that', async () => {
    const end = await leaveWhileStored();
    enter('Harbour').leave();
    await end();
    expect(new ConnectionFormState(undefined, view).draft.label).toBe('Harbour');
  });
});

/**
 * The keychain takes its time over an edited connection, and the person goes elsewhere meanwhile: that it was
 * not saved is said all the same, by the connection's name.
 */
describe('an edited connection’s form is closed while it is being stored', () => {
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
});
