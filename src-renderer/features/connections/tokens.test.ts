import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';
import ReplaceToken from './ReplaceToken.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

/**
 * A connection was added with *No token*. Its service asks for one by now: a person edits the connection and chooses how
 * the token is sent. Main has none, and after a save without one says that none is stored.
 */
describe('a connection that had no token', () => {
  const keepHint = 'Leave empty to keep the stored token.';

  it('the control: of one with a token it is said that it can be kept', () => {
    installFakeMain({});
    render(ConnectionForm, {
      ...{ connection: trialConnection('northwind'), ondone: () => {}, oncancel: () => {} },
    });
    expect(screen.getByText(keepHint)).toBeVisible();
  });

  it('of one without a token it isn’t', async () => {
    installFakeMain({});
    const connection = trialConnection('northwind', {
      ...{ presentation: { kind: 'none' }, tokenState: 'notNeeded' },
    });
    render(ConnectionForm, { connection, ondone: () => {}, oncancel: () => {} });
    await userEvent.click(screen.getByRole('radio', { name: 'Bearer' }));
    expect(screen.getByLabelText(/^Token/u)).toBeVisible();
    expect(screen.queryByText(keepHint)).toBeNull();
  });
});

/**
 * The window says everywhere that the token is missing. The form may be saved without one all the same, with another name
 * for the connection, say.
 */
describe('a connection whose token is missing', () => {
  it.each([
    ['the control: where one is stored, the field can stay empty', 'keychain', true],
    ['where none is, the field doesn’t say so', 'missing', false],
  ] as const)('%s', (_name, tokenState, isOptional) => {
    installFakeMain({});
    const connection = trialConnection('northwind', { tokenState });
    render(ConnectionForm, { connection, ondone: () => {}, oncancel: () => {} });
    const label = screen.getByText('Token', { selector: 'label' });
    expect(label.textContent.includes('Optional')).toBe(isOptional);
  });
});

/**
 * A backup brings connections without their tokens, which are entered afterwards: in Settings, *Replace token* beside *no
 * token stored*. What its dialog says of the token that is there.
 */
describe('the dialog of a token, where none is stored', () => {
  it.each([
    ['the control: where one is stored, that it is replaced', 'keychain', true],
    ['where none is, not that one is', 'missing', false],
  ] as const)('%s', async (_name, tokenState, isStored) => {
    installFakeMain({});
    const connection = trialConnection('northwind', { tokenState });
    render(ReplaceToken, { connection, onclose: () => {} });
    const dialog = await screen.findByRole('dialog');
    expect(/replaces the one stored/u.test(dialog.textContent)).toBe(isStored);
  });
});

/**
 * The dialog for a token says for which server it is, and goes on saying so, also if an edit that the disk took its time
 * over points the connection elsewhere meanwhile. What is entered there is for that server and no other.
 */
describe('the dialog of a token, while its connection is pointed elsewhere', () => {
  it('hands over where the connection led as it says it', async () => {
    const connection = trialConnection('northwind');
    const main = installFakeMain({
      connections: {
        replaceToken() {
          throw new ProblemError({ code: 'tokenNotChanged', label: connection.label });
        },
      },
    });
    const { rerender } = render(ReplaceToken, { connection, onclose() {} });
    const dialog = await screen.findByRole('dialog');
    const moved = { baseAddress: 'https://elsewhere.example/api/v1', host: 'elsewhere.example' };
    await rerender({ connection: { ...connection, ...moved }, onclose() {} });
    expect(dialog).toHaveTextContent('northwind.example');
    await userEvent.type(screen.getByLabelText('Token'), 'of northwind');
    await userEvent.click(screen.getByRole('button', { name: 'Replace token' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No token was changed');
    const { baseAddress, workspaceId, preset, presentation } = connection;
    expect(main.log.at(-1)?.input).toMatchObject({
      reach: { baseAddress, workspaceId, preset, presentation },
    });
  });
});
