/**
 * A connection whose service needs no token (*No token*, under Advanced): none is sent with a check of it, so the check
 * says nothing of a token.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { ConnectionCheck, TokenPresentation } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import ConnectionCheckDialog from '../../shell/palette/ConnectionCheckDialog.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

type Answer = Extract<ConnectionCheck, { status: number }>;
const good: Answer = { verdict: 'good', status: 400, detail: '' };
const refused: Answer = { verdict: 'tokenRefused', status: 401, detail: '' };
const claim = /service (?:accepts|refused) (?:this|the) token/u;

function checkWith(check: ConnectionCheck): void {
  installFakeMain({ connections: { check: () => check } });
}

it.each<[string, TokenPresentation, Answer, boolean]>([
  ['the control: with one that is good', { kind: 'bearer' }, good, true],
  ['the control: with one that is refused', { kind: 'bearer' }, refused, true],
  ['without one, what is good', { kind: 'none' }, good, false],
  ['without one, what is refused', { kind: 'none' }, refused, false],
])(
  'the palette’s check tells of the token that was sent: %s',
  async (_n, presentation, check, tells) => {
    checkWith(check);
    const tokenState = presentation.kind === 'none' ? 'notNeeded' : 'keychain';
    const connection = trialConnection('northwind', { presentation, tokenState });
    render(ConnectionCheckDialog, { connection, onclose: () => {} });
    const text = await screen.findByText(new RegExp(`\\(${String(check.status)}\\)`, 'u'));
    expect(claim.test(text.closest('dialog, [role="dialog"]')?.textContent ?? '')).toBe(tells);
  },
);

it.each<[string, TokenPresentation, boolean]>([
  ['the control: with one', { kind: 'bearer' }, true],
  ['without one', { kind: 'none' }, false],
])('the form’s check tells of the token that was sent: %s', async (_name, presentation, tells) => {
  checkWith(good);
  const connection = trialConnection('northwind', {
    ...{ presentation, tokenState: presentation.kind === 'none' ? 'notNeeded' : 'keychain' },
  });
  const { container } = render(ConnectionForm, {
    connection,
    ondone: () => {},
    oncancel: () => {},
  });
  await userEvent.click(screen.getByRole('button', { name: 'Check connection' }));
  await waitFor(() => expect(container.textContent).toContain('(400)'));
  expect(claim.test(container.textContent ?? '')).toBe(tells);
});
