/**
 * A form for a new connection is left while main stores that, on a slow disk; meanwhile another connection is entered,
 * and its form is left, too. What was entered last is there when the form is opened again.
 */
import { afterEach, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { ConnectionFormState } from './connection-form-state.svelte';
import { forgetUnfinished } from './unfinished-connection';

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
