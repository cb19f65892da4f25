/**
 * A backup brings connections without their tokens, which are entered afterwards: in Settings, *Replace token* beside *no
 * token stored*. What its dialog says of the token that is there.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ReplaceToken from './ReplaceToken.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

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
