/**
 * A person pastes a token into the scheme of a connection's own header, and a request leaves so. Activity leaves it out once
 * it is known for one, and what is left of the request is not what was sent: as where it stood in the address or the body,
 * the request can't be copied as curl, and the note beside it says why.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createRedactor } from '../logging/logging';
import { createActivity } from './activity';

const token = 'fyr_live_5b1c9e7a2d4f8e60';

async function shownWith(where: 'body' | 'scheme' | 'name' | 'nowhere') {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const secrets = createRedactor();
  const activity = createActivity({ folder, withoutSecrets: (text) => secrets.text(text) });
  const name = where === 'name' ? token : 'X-Api-Key';
  const id = await activity.begin({
    ...{ kind: 'saveThemeTemplate', subject: 'Harbour', connectionId: 'c1' },
    ...{ connectionLabel: 'Northwind', isInLine: false },
    request: {
      method: 'PUT',
      url: 'https://northwind.example/api/v1/themes/a',
      headers: { [name]: where === 'scheme' ? `${token} [token]` : 'Bearer [token]' },
      body: JSON.stringify({ name: where === 'body' ? token : 'Harbour' }),
      isCut: false,
    },
  });
  secrets.registerSecret(token);
  const { request } = await activity.details(id);
  expect(JSON.stringify(request)).not.toContain(token);
  return request;
}

it.each(['body', 'scheme', 'name'] as const)(
  'says that something was left out where it stood in the %s',
  async (where) => {
    expect((await shownWith(where)).isRedacted).toBe(true);
  },
);

it('says nothing of it where only the token’s own place is filled in', async () => {
  expect(await shownWith('nowhere')).not.toHaveProperty('isRedacted');
});
