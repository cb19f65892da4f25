/**
 * The changelog: “a refusal that is about something else isn’t blamed on the token”. A service repeats the name of what was sent, mostly
 * without quotes. `login.`, `auth.` and `sso.` are everyday subdomains, and a theme may be called *Login*: their names are no words about who
 * sent them.
 */
import type { Operation } from '@shared/service/operations';
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(operation: Operation, status: number, name: string, message: string) {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify({ message })),
  };
  return classify({
    ...{ operation, result, answer: readAnswer(result), stoppedBy: 'cancel', hadToken: true },
    ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name }), now: 0 },
  });
}

it.each([
  ['createCustomDomain', 'bot.mine.example'], // the control
  ['createCustomDomain', 'login.mine.example'],
  ['createCustomDomain', 'auth.mine.example'],
  ['saveThemeTemplate', 'Harbour'], // the control
  ['saveThemeTemplate', 'Login'],
] as const)('%s of %s', (operation, name) => {
  for (const status of [400, 403]) {
    const message = `${name} is in use by another workspace`;
    const outcome = outcomeOf(operation, status, name, message);
    expect(outcome.kind).toBe('rejected');
    expect(outcomeText(outcome, operation).todo).not.toMatch(/token/iu);
  }
});
