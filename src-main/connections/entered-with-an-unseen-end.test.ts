/**
 * An address, a label or a token is copied from a page that may break its lines there, with a zero-width space behind it.
 * The workspace ID is taken without it. So are these: else a person is told of an address that ends in v1 that it must
 * end in v1, and `foyer preview --connection Northwind` finds no connection, though `Northwind` is what is on the screen.
 */
import type { ConnectionInput } from '@shared/connection';
import { invalidField } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { checkedConnectionInput } from './connection-input';

const unseen = '\u200B';
const entered: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};
const checked = (changes: Partial<ConnectionInput>, token = 'secret-1') =>
  checkedConnectionInput({ ...entered, ...changes }, token);
const kept = (changes: Partial<ConnectionInput>) => checked(changes).input;
const inHeader = (end: string) => ({
  presentation: { kind: 'header' as const, header: `X-Api-Key${end}`, scheme: `Key${end}` },
});

it.each<[string, Partial<ConnectionInput>]>([
  ['the control: nothing but a blank', { baseAddress: `${entered.baseAddress} ` }],
  ['the control: behind the workspace ID', { workspaceId: `w1${unseen}` }],
  ['behind the address', { baseAddress: `${entered.baseAddress}${unseen}` }],
  ['before the address', { baseAddress: `${unseen}${entered.baseAddress}` }],
])('%s', (_, changes) => {
  expect(kept(changes)).toEqual(entered);
});

it('behind the header and its scheme', () => {
  expect(kept(inHeader(unseen))).toEqual(kept(inHeader('')));
});

it('round the token; inside it is no token that a header can hold', () => {
  expect(checked({}, `${unseen}secret-1${unseen}`).token).toBe('secret-1');
  expect(checked({}, unseen).token).toBeUndefined();
  expect(() => checked({}, `secret${unseen}-1`)).toThrow(
    expect.objectContaining({ problem: invalidField('token', 'notAHeaderValue').problem }),
  );
});

it.each([
  ['the control: a label with a blank', ' '],
  ['a label with what nobody sees', unseen],
])('%s is kept as it is on the screen', (_, end) => {
  expect(kept({ label: `Northwind${end}` }).label).toBe('Northwind');
});

it('a label keeps what shapes its last sign', () => {
  expect(kept({ label: 'Northwind ❤\uFE0F' }).label).toBe('Northwind ❤\uFE0F');
});
