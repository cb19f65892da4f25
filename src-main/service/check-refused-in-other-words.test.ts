/**
 * *Check connection* says “The service accepts this token … It rejected an empty test theme, as expected” of an answer that
 * judged the theme. A 400 that sends whoever asks to sign in, or has no rights for them, judged who asked, whether or not
 * it has the word “token” in it; a 402 judged the account. *Connect* adds a connection only where the check is good.
 */
import { expect, it } from 'vitest';
import { canary, client, place, practice } from './testing/fixture-service';

async function verdictOf(status: number, message: string, code?: string): Promise<string> {
  practice.setBehaviour('saveThemeTemplate', { status, message, ...(code && { code }) });
  const { baseAddress } = place;
  const input = { label: 'New', baseAddress, presentation: { kind: 'bearer' as const } };
  return (await client.checkConnection(input, `${canary}-mistyped`)).verdict;
}

it.each([
  [400, 'Input validation failed'],
  [422, 'name is required'],
])('the control: a %i that says “%s” is good', async (status, message) => {
  expect(await verdictOf(status, message)).toBe('good');
});

it('the control: a 400 that names the token is not', async () => {
  expect(await verdictOf(400, 'Invalid API token')).toBe('tokenRefused');
});

it.each([
  [400, 'Access denied'],
  [400, 'Permission denied'],
  [400, 'Forbidden'],
  [400, 'You must be logged in'],
  [400, 'Please sign in to continue'],
  [400, 'Invalid session'],
  [402, 'Payment required'],
])('a %i that says “%s” is not', async (status, message) => {
  expect(await verdictOf(status, message)).not.toBe('good');
});
