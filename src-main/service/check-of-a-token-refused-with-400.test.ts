/**
 * Some services refuse a token that they can't read with a 400 and say so. That is a word about the token and none
 * about the empty theme: *Check connection* must not say that the service accepts the token, nor *Connect* add it.
 */
import { expect, it } from 'vitest';
import { canary, client, place, practice } from './testing/fixture-service';

async function verdictOf(message: string): Promise<string> {
  practice.setBehaviour('saveThemeTemplate', { status: 400, message });
  const { baseAddress } = place;
  const input = { label: 'New', baseAddress, presentation: { kind: 'bearer' as const } };
  return (await client.checkConnection(input, `${canary}-mistyped`)).verdict;
}

it('the control: a 400 about what was sent is good', async () => {
  expect(await verdictOf('Input validation failed')).toBe('good');
});

it.each([
  'Invalid API token',
  'The access token is malformed',
  'Missing or invalid Authorization header',
])('a 400 that says “%s” is not', async (message) => {
  expect(await verdictOf(message)).not.toBe('good');
});
