/**
 * “The service accepted it, but answered with another domain” is said where a domain stands in the place of the one that was asked for. A
 * workspace that is named like its site is none, where it is seen to be one, nor is the address to which a record has to point.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function otherIn(body: unknown): string | undefined {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const outcome = classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example' }) },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  return outcome.kind === 'accepted' ? outcome.otherDomain : undefined;
}

it('the control: another domain in its place', () => {
  expect(otherIn({ customDomain: { name: 'other.example' } })).toBe('other.example');
});

it('the control: a workspace with another name', () => {
  expect(otherIn({ id: 'w1', name: 'Northwind', plan: 'PRO', isSuspended: false })).toBe(undefined);
});

it.each([
  ['the workspace', { id: 'w1', name: 'Northwind.io', plan: 'PRO', isSuspended: false }],
  ['the workspace, by its id alone', { success: true, data: { id: 'w1', name: 'Northwind.io' } }],
  ['the address for its A record', { success: true, data: '76.76.21.21' }],
  ['the version of the service', { success: true, name: 'v1.2', data: { id: 7 } }],
])('is not said of %s', (_, body) => {
  expect(otherIn(body)).toBe(undefined);
});
