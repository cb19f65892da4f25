/**
 * The changelog: a token “pasted into another field of its connection is refused there”. Dashboards show it as `Bearer TOKEN`, and so it is
 * pasted into its field; the token alone, pasted into the name, is kept there, in a file and in backups.
 */
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { fieldsWithToken } from './connection-input';

const token = 'sk_live_a1B2c3D4e5F6g7H8i9';
const { label: _, ...rest } = trialConnection('northwind');
const input = { ...rest, label: token };

it('the control: both are the token alone', () => {
  expect(fieldsWithToken(input, token)).toEqual(['label']);
});

it.each([`Bearer ${token}`, `Token ${token}`])('refused where it was entered as %s', (typed) => {
  expect(fieldsWithToken(input, typed)).toEqual(['label']);
});
