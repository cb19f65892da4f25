import { describe, expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText, type OutcomeContext } from './outcome-text';
import { isInternal, namesItsCause } from './reason';

type Refused = Extract<Outcome, { kind: 'rejected' }>;

const refused = (status: number, more: Partial<Refused> = {}): Refused => ({
  kind: 'rejected',
  status,
  ...more,
});
const failed = (message: string, status = 500): Outcome => ({
  kind: 'serviceFailed',
  status,
  error: { message, issues: [] },
});
const saved = (outcome: Outcome, context: OutcomeContext = {}) =>
  outcomeText(outcome, 'saveThemeTemplate', context);

describe('the reason of a refusal', () => {
  it('is a short plain text, and nothing says that there was none', () => {
    const text = saved(refused(400, { form: 'text', plainText: 'Body exceeded 1mb limit' }));
    expect(text.words).toEqual({
      by: 'service',
      text: 'Body exceeded 1mb limit',
      isInternal: false,
    });
    expect(text.todo).toBe('Fix what it lists and send it again.');
  });

  it('is said to be a page where it was one', () => {
    for (const outcome of [
      refused(400, { form: 'html' }),
      refused(404, { form: 'html' }),
      { kind: 'tokenRefused', status: 401, form: 'html' } as const,
      refused(403, { form: 'html' }),
      { kind: 'serviceFailed', status: 502, form: 'html' } as const,
      { kind: 'acceptedUnreadable', status: 200, form: 'html' } as const,
    ]) {
      const { kept, todo } = saved(outcome);
      expect(`${kept} ${todo}`).toContain('The answer was a web page');
      expect(`${kept} ${todo}`).not.toContain('no reason');
    }
  });

  it('points to no answer where there was none, such as an empty 431', () => {
    const text = saved(refused(431, { form: 'empty' }));
    expect(text.todo).toBe('It gave no reason.');
    expect(text.words).toBeUndefined();
    const nothing: Outcome = { kind: 'acceptedUnreadable', status: 200, form: 'empty' };
    expect(saved(nothing).kept).toBe('The answer was empty.');
  });

  it('points to Activity from elsewhere, and not from where the answer stands', () => {
    for (const outcome of [
      refused(400, { form: 'malformedJson' }),
      refused(400, { form: 'json' }),
      { kind: 'acceptedUnreadable', status: 200, form: 'malformedJson' } as const,
    ]) {
      expect(JSON.stringify(saved(outcome))).toContain('in Activity');
      expect(JSON.stringify(saved(outcome, { showsAnswer: true }))).not.toContain('Activity');
    }
  });

  it('claims nothing of an answer whose form was not kept', () => {
    expect(saved(refused(400)).todo).toBe('');
  });
});

describe('the service’s own words', () => {
  it('do not stand twice on one screen', () => {
    const issues = [
      { path: 'theme.chat.buttons.color', message: 'Not a colour' },
      { path: 'workspaceId', message: 'Unknown' },
    ];
    const outcome = refused(400, { error: { message: 'Invalid', issues } });
    expect(saved(outcome, { showsAnswer: true }).words).toBeUndefined();
    const shown = saved(outcome, { showsIssue: ({ path }) => path === 'theme.chat.buttons.color' });
    expect(shown.words?.text).toBe('Invalid\nworkspaceId: Unknown');
    const all = saved(refused(400, { error: { message: '', issues } }), { showsIssue: () => true });
    expect(all.words).toBeUndefined();
    expect(all.todo).toBe('Fix what it lists and send it again.');
  });

  it('have no empty lines', () => {
    expect(saved(failed('\n\nInvalid call:\n\n  at x\n\n\nEnd\n')).words?.text).toBe(
      'Invalid call:\n  at x\nEnd',
    );
  });

  it.each([
    '\nInvalid `prisma.workspace.findFirst()` invocation:\n\n\nCan’t reach database server',
    'duplicate key value violates unique constraint "templates_pkey"',
    'Internal server error\n    at deep (/app/inside.js:1:1)',
    'connect ECONNREFUSED 10.0.0.1:5432',
    '[{"code":"invalid_type","path":["theme"],"message":"Required"}]',
    'a\nb\nc\nd',
    'long '.repeat(100),
  ])('are internals: %j', (text) => {
    expect(isInternal(text)).toBe(true);
  });

  it.each([
    'Workspace not found',
    'This plan is not for sale.\nAsk the sales team.',
    'You can select from the plans below',
    'Update your plan first.',
  ])('are a sentence: %j', (text) => {
    expect(isInternal(text)).toBe(false);
  });

  it('are the network’s where it is what spoke, and folded', () => {
    const outcome: Outcome = { kind: 'notSent', reason: 'offline', detail: 'net::ERR_X' };
    expect(saved(outcome).words).toEqual({ by: 'network', text: 'net::ERR_X', isInternal: true });
    expect(saved(outcome, { showsAnswer: true }).words).toBeDefined();
  });
});

describe('a failure', () => {
  it.each([
    'Stripe environment variables are missing',
    'Missing META_SYSTEM_USER_TOKEN or WHATSAPP_PREVIEW_FROM_PHONE_NUMBER_ID env variables',
    'VERCEL_TOKEN is not set',
    'Billing is not configured on this server',
  ])('that only the operator can mend says so: %s', (message) => {
    for (const outcome of [failed(message), refused(400, { error: { message, issues: [] } })]) {
      const text = outcomeText(outcome, 'updateSubscription');
      expect(text.title).toMatch(/^The service isn’t set up for this \(\d+\)\.$/u);
      expect(text.todo).toContain('Only whoever runs the service');
      expect(text.todo).not.toMatch(/token|Fix what/u);
    }
  });

  it.each(['BAD_REQUEST: missing name', 'The field workspaceId is required', 'Missing name'])(
    'that a person can mend is none of the operator’s: %s',
    (message) => {
      expect(saved(refused(400, { error: { message, issues: [] } })).title).toBe(
        'The service refused it (400).',
      );
    },
  );

  it('that names its cause gives no advice about tokens', () => {
    expect(saved(failed('No such customer: cus_1')).todo).not.toContain('token');
    for (const message of [
      '',
      'Internal server error',
      'INTERNAL_SERVER_ERROR',
      '500 Internal Server Error',
      'An unexpected error occurred',
      'Something went wrong, please try again',
      'Internal server error\n  at deep (inside.js:1:1)',
    ]) {
      expect(namesItsCause(message), message).toBe(false);
      expect(saved(failed(message)).todo).toContain('token');
    }
    expect(saved(failed('Internal server error', 503)).todo).not.toContain('token');
  });

  it('that Foyer repeats by itself sends nobody to the dashboard or to publish again', () => {
    for (const outcome of [
      failed('x'),
      failed('', 503),
      refused(429, { retryAfter: 9 }),
      { kind: 'unsure', reason: 'connectionClosed', detail: '' } as const,
      { kind: 'acceptedUnreadable', status: 200, form: 'html' } as const,
      { kind: 'notSent', reason: 'offline', detail: '' } as const,
      { kind: 'notSent', reason: 'proxy', detail: '' } as const,
    ]) {
      expect(saved(outcome, { saysNext: true }).todo).not.toMatch(/dashboard|again|wait/iu);
    }
  });
});

it('tells nobody to shorten the custom CSS of a theme without any', () => {
  expect(saved(refused(413)).todo).not.toContain('CSS');
  expect(saved(refused(413), { hasCustomCss: true }).todo).toContain('CSS');
});

it('says that a registration was answered with another domain’s name', () => {
  const outcome: Outcome = { kind: 'accepted', status: 200, otherDomain: 'other.example' };
  const text = outcomeText(outcome, 'createCustomDomain');
  expect(text.tone).toBe('warn');
  expect(text.title).toContain('other.example');
});

it('calls a check’s 404 that judged nothing no good answer', () => {
  const error = { message: 'Not found', issues: [] };
  const check = outcomeText(refused(404, { error }), 'checkConnection');
  expect(check.tone).toBe('bad');
  expect(check.title).toContain('(404), but it doesn’t have this operation');
  expect(check.todo).toContain('base address');
});

it('asks for nothing after a check that was refused for another reason than the theme', () => {
  const error = { message: 'Payment required', issues: [] };
  const check = outcomeText(refused(402, { error }), 'checkConnection');
  expect(check.tone).toBe('bad');
  expect(check.todo).toBe('');
});

it('says a sentence once that stands in two places of an answer', () => {
  const issue = { message: 'Required', path: 'name' };
  const error = { message: 'Invalid input', issues: [issue, issue, { message: 'Invalid input' }] };
  expect(saved(refused(400, { error })).words?.text).toBe('Invalid input\nname: Required');
});

it('says of a 200 that it says no', () => {
  const refusal = { message: 'Quota exceeded', issues: [] };
  const outcome: Outcome = { kind: 'acceptedUnreadable', status: 200, form: 'json', refusal };
  const text = outcomeText(outcome, 'createCustomDomain');
  expect(text.title).toBe('The service answered 200, but its answer says that it failed.');
  expect(text.words?.text).toBe('Quota exceeded');
});
