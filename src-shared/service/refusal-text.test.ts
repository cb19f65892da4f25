/** What a refusal is said to be follows from its status; the service's own words stand beside it. */
import { expect, it } from 'vitest';
import { m } from '../messages/messages';
import { operationSchema, type Operation } from './operations';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';

const operations = operationSchema.options;
const rejected = (status: number, message: string, code?: string): Outcome => ({
  kind: 'rejected',
  status,
  error: { message, issues: [], ...(code !== undefined && { code }) },
});
const said = (outcome: Outcome, kind: Operation) => {
  const { title, kept, todo } = outcomeText(outcome, kind);
  return [title, kept, todo].join(' ');
};

/** Words that may be about who sent it, and those that only sound so. */
const words: readonly [message: string, code?: string][] = [
  ['Invalid API token', 'INVALID_TOKEN'],
  ['You do not have access to this workspace'],
  ['Your plan does not have access to this feature', 'FORBIDDEN'],
  ['You have reached the limit of 10 themes'],
  ['The theme has an invalid key'],
  ['Unexpected token < in JSON at position 0'],
  ['This card requires authentication', 'authentication_required'],
  ['The recipient has not granted permission'],
  ['The image URL requires authentication'],
  ['login.mine.example is in use by another workspace'],
  ['DNS verification token not found'],
  ['Kein Zugriff auf diesen Workspace'],
  [''],
];

it.each(words)(
  'only a 401 and a 403 are said to be of the token, whatever is said: “%s”',
  (...one) => {
    for (const status of [400, 402, 405, 408, 409, 413, 422, 425, 429, 451]) {
      for (const kind of operations) {
        expect(said(rejected(status, ...one), kind), `${kind} ${String(status)}`).not.toMatch(
          /token/iu,
        );
      }
    }
  },
);

it.each(words)('a 403 is said to be one, whatever is said: “%s”', (...one) => {
  for (const kind of operations) {
    const { title, short, todo, words: own } = outcomeText(rejected(403, ...one), kind);
    expect(title).toBe(m.outcome_not_allowed());
    expect(short).not.toMatch(/token/iu);
    expect(todo).toBe(m.outcome_not_allowed_todo());
    expect(own?.text ?? '').toBe(one[0]);
  }
});

it('a button beside it that leads to the token says the rest', () => {
  const context = { offersToken: true };
  for (const [outcome, todo] of [
    [rejected(403, 'No'), m.outcome_not_allowed_why()],
    [{ kind: 'tokenRefused', status: 401 }, ''],
  ] as const)
    expect(outcomeText(outcome, 'saveThemeTemplate', context).todo).toBe(todo);
});

it('a 402 says that it has to be paid, and that nothing else sends it again, nor the outbox', () => {
  for (const kind of operations) {
    for (const saysNext of [false, true]) {
      const { title, todo } = outcomeText(rejected(402, 'No'), kind, { saysNext });
      expect([title, todo]).toEqual([
        'Payment is required (402).',
        'Check your plan and payment with the service, then send it again.',
      ]);
    }
  }
});

it('a 403 to a request without a token says that it had none', () => {
  const outcome = { ...rejected(403, 'Missing key'), isWithoutToken: true } as Outcome;
  expect(outcomeText(outcome, 'saveThemeTemplate')).toMatchObject({
    title: m.outcome_not_allowed(),
    todo: m.outcome_not_allowed_open_todo(),
  });
});

it('a 403 that an older Foyer wrote down as one of the token is shown like any other', () => {
  const now = rejected(403, 'Theme limit reached');
  const older = { ...now, kind: 'tokenRefused' } as Outcome;
  for (const kind of operations) expect(outcomeText(older, kind)).toEqual(outcomeText(now, kind));
});

it.each([
  ['saveThemeTemplate', 'A template with this name already exists', m.outcome_conflict_todo()],
  ['saveThemeTemplate', 'The theme no longer exists', m.outcome_conflict_todo()],
  ['createCustomDomain', 'This domain is already registered', m.outcome_conflict_todo()],
  ['createCustomDomain', 'Another domain is already connected', m.outcome_conflict_todo()],
  ['updateSubscription', 'The subscription has an unpaid invoice', ''],
  ['startChatAppPreview', 'A preview of this bot is running', ''],
] as const)('a 409 is said to be a conflict, and no more: %s “%s”', (kind, message, todo) => {
  const text = outcomeText(rejected(409, message, 'ALREADY_EXISTS'), kind);
  expect(text).toMatchObject({ title: m.outcome_conflict(), todo, words: { text: message } });
});

it.each([401, 403, 400, 404, 405, 406, 409, 451])(
  'a page with %i isn’t said to be the service’s no, nor the token’s',
  (status) => {
    const kind = status === 401 ? 'tokenRefused' : 'rejected';
    for (const what of [...operations, 'checkConnection'] as const) {
      const text = outcomeText({ kind, status, form: 'html' }, what);
      expect(text.todo).toContain('may not have come from the service');
      expect(`${text.short} ${text.title}`).not.toMatch(/service|token/iu);
      expect(text.kept).not.toContain('The service said no');
    }
  },
);

it.each([
  [400, 'STRIPE_SECRET_KEY is not set', true],
  [403, 'Billing is not configured on this server', true],
  [400, 'WORKSPACE_ID is required', false],
  [400, 'Missing API_KEY', false],
  [403, 'Missing X_API_KEY header', false],
])('a %i “%s”: whether it is a setting of the server’s', (status, message, isOperators) => {
  const { title } = outcomeText(rejected(status, message), 'updateSubscription');
  expect(title.includes('set up')).toBe(isOperators);
});
