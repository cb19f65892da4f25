/**
 * An error that a service of Node answers as it was thrown (`response.json(error)`, the status forgotten) has its kind in `name`, as a
 * template has its name; and the body that the contract has for errors is one with a 200, too. Neither is said to be accepted: a theme that
 * was refused isn't published, and no change of the plan was made.
 */
import type { Operation } from '@shared/service/operations';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function kindOf(operation: Operation, body: unknown): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation, result, answer: readAnswer(result), stoppedBy: 'cancel', hadToken: true },
    requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example', to: 'mia' }),
    now: 0,
  }).kind;
}

const zod = {
  issues: [{ code: 'invalid_type', path: ['theme', 'chat'], message: 'Required' }],
  name: 'ZodError',
};
const prisma = {
  ...{ name: 'PrismaClientKnownRequestError', code: 'P2002', clientVersion: '5.1.0' },
  meta: { target: ['name'] },
};
const jsonWebToken = { name: 'TokenExpiredError', message: 'jwt expired' };

it('the control: a template of which only its name came back', () => {
  expect(kindOf('saveThemeTemplate', { name: 'Harbour' })).toBe('accepted');
});

it('the control: the same, said to be an error', () => {
  expect(kindOf('saveThemeTemplate', { error: zod })).toBe('acceptedUnreadable');
});

it.each([
  ['of Zod', zod],
  ['of Prisma', prisma],
  ['of jsonwebtoken', jsonWebToken],
])('an error %s saved no theme, and changed no plan', (_, body) => {
  expect.soft(kindOf('saveThemeTemplate', body)).toBe('acceptedUnreadable');
  expect.soft(kindOf('updateSubscription', body)).toBe('acceptedUnreadable');
});

it('the body that the contract has for errors started no preview', () => {
  const body = {
    message: 'Bot not found',
    code: 'NOT_FOUND',
    issues: [{ message: 'No such bot' }],
  };
  expect(kindOf('startChatAppPreview', body)).toBe('acceptedUnreadable');
});
