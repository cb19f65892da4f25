import { describe, expect, it } from 'vitest';
import { activityKindSchema, type ActivityKind } from '../activity';
import { notSentReasons, unsureReasons, type Outcome } from './outcome';
import { outcomeText } from './outcome-text';

const kinds = activityKindSchema.options;
const error = {
  message: 'raw\ninternals',
  code: 'X',
  issues: [{ path: 'theme.name', message: 'no' }],
};

const outcomes: Outcome[] = [
  { kind: 'accepted', status: 200 },
  { kind: 'acceptedUnreadable', status: 200 },
  { kind: 'tokenRefused', status: 401, error },
  { kind: 'proxyRefused' },
  ...[400, 403, 404, 408, 409, 413, 418, 425, 429].flatMap((status): Outcome[] => [
    { kind: 'rejected', status },
    { kind: 'rejected', status, error, retryAfter: 30 },
  ]),
  ...[500, 502, 503].map((status): Outcome => ({ kind: 'serviceFailed', status, error })),
  { kind: 'redirected', status: 302 },
  { kind: 'redirected', status: 302, host: 'login.example' },
  ...notSentReasons.map((reason): Outcome => ({ kind: 'notSent', reason, detail: 'net::ERR' })),
  ...unsureReasons.flatMap((reason): Outcome[] => [
    { kind: 'unsure', reason, detail: '' },
    { kind: 'unsure', reason, status: 202, detail: '' },
  ]),
];

const all = kinds.flatMap((kind) =>
  outcomes.map((outcome) => ({ kind, outcome, text: outcomeText(outcome, kind) })),
);

const textOf = (outcome: Outcome, kind: ActivityKind) => outcomeText(outcome, kind);

it('has whole sentences for everything, with no parameter left open', () => {
  for (const { text } of all) {
    expect(text.short).not.toBe('');
    expect(text.title).toMatch(/\.$/u);
    for (const sentence of [text.short, text.title, text.kept, text.todo]) {
      expect(sentence).not.toMatch(/[{}]|undefined|NaN/u);
    }
  }
});

it('has the same short words for every kind', () => {
  for (const outcome of outcomes) {
    const operations = kinds.filter((kind) => kind !== 'checkConnection');
    expect(new Set(operations.map((kind) => textOf(outcome, kind).short)).size).toBe(1);
  }
});

describe('honesty', () => {
  /** It is looked up later, too, when there is a network again. */
  it.each<[Outcome, string]>([
    ...(
      [
        ['nameNotResolved', 'The service’s name couldn’t be found.'],
        ['connectionRefused', 'Nothing was answering at the service’s address.'],
        ['offline', 'This computer was offline.'],
        ['addressUnreachable', 'The service couldn’t be reached from this computer’s network.'],
        ['certificate', 'This computer didn’t trust the service’s certificate.'],
        ['proxy', 'The proxy couldn’t be used.'],
      ] as const
    ).map(([reason, said]): [Outcome, string] => [{ kind: 'notSent', reason, detail: '' }, said]),
    [{ kind: 'proxyRefused' }, 'A proxy required you to sign in.'],
  ])('says in the past how the network was: %o', (outcome, said) => {
    for (const kind of kinds) expect(textOf(outcome, kind).title).toBe(said);
    expect(outcomeText(outcome, 'saveThemeTemplate', { saysNext: true }).title).toBe(said);
  });

  it('never says that a preview was delivered', () => {
    const { text } = all.find((one) => one.kind === 'startChatAppPreview') ?? { text: undefined };
    expect(text?.title).toContain('accepted');
    expect(text?.todo).toContain('doesn’t mean delivered');
  });

  it('sends nobody to send again what may have been done, before a look', () => {
    const unknown = all.filter(
      ({ outcome, kind }) =>
        (outcome.kind === 'unsure' || outcome.kind === 'serviceFailed') &&
        kind !== 'checkConnection',
    );
    expect(unknown.length).toBeGreaterThan(40);
    for (const { text } of unknown) {
      expect(text.todo).toMatch(/[Cc]heck|Look/u);
      expect(text.kept).not.toContain('nothing');
    }
    expect(textOf({ kind: 'serviceFailed', status: 502 }, 'updateSubscription').todo).toContain(
      'dashboard before sending it again',
    );
  });

  it('leaves open whether what was answered with 408 was done, and asks for a look', () => {
    for (const kind of kinds.filter((one) => one !== 'checkConnection')) {
      const { kept, todo } = textOf({ kind: 'rejected', status: 408 }, kind);
      expect(kept).not.toContain('nothing');
      expect(todo).toMatch(/[Cc]heck|Look/u);
    }
  });

  it('leaves open whether what was answered with 300, 302 or 303 was done, and asks for a look', () => {
    for (const kind of kinds.filter((one) => one !== 'checkConnection')) {
      for (const status of [300, 302, 303]) {
        const text = textOf({ kind: 'redirected', status }, kind);
        expect(text).toMatchObject({ tone: 'unsure' });
        expect(text.kept).toContain('can’t tell whether');
        expect(text.todo).toMatch(/[Cc]heck|Look/u);
      }
      for (const status of [301, 307, 308]) {
        const text = textOf({ kind: 'redirected', status }, kind);
        expect(text).toMatchObject({ tone: 'bad' });
        expect(text.kept).not.toContain('can’t tell whether');
      }
    }
  });

  it('calls a check good when the service judged the empty theme, and only then', () => {
    const judged: Outcome = { kind: 'rejected', status: 400, error };
    expect(textOf(judged, 'checkConnection')).toMatchObject({ tone: 'ok', kept: '', todo: '' });
    expect(textOf(judged, 'checkConnection').short).not.toContain('Refused');
    expect(textOf({ kind: 'rejected', status: 400 }, 'checkConnection').tone).toBe('bad');
    expect(textOf(judged, 'saveThemeTemplate').tone).toBe('bad');
  });

  it('says everything that a 404 can mean', () => {
    const outcome: Outcome = { kind: 'rejected', status: 404 };
    expect(textOf(outcome, 'saveThemeTemplate').todo).toMatch(/workspace ID.*token.*base address/u);
    expect(textOf(outcome, 'updateSubscription').todo).toMatch(/administrator.*never had/u);
    expect(textOf(outcome, 'startChatAppPreview').todo).toMatch(
      /bot ID.*start group or recipient.*token/u,
    );
  });

  it('says that a domain’s 409 can be one’s own, and a 500 a wrong token', () => {
    expect(textOf({ kind: 'rejected', status: 409 }, 'createCustomDomain').todo).toContain(
      'an earlier try of yours',
    );
    expect(textOf({ kind: 'serviceFailed', status: 500 }, 'saveThemeTemplate').todo).toContain(
      'token',
    );
    expect(textOf({ kind: 'serviceFailed', status: 502 }, 'saveThemeTemplate').todo).not.toContain(
      'token',
    );
  });
});

it('gives the service’s own words as its words only', () => {
  const text = textOf({ kind: 'rejected', status: 400, error }, 'saveThemeTemplate');
  expect(text.words?.text).toBe('raw\ninternals\ntheme.name: no');
  expect(text.title).not.toContain('raw');
});

it.each([
  [1, '1 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_200, '2 h.'],
  [7_260, '2 h 1 min.'],
  [12_540, '3 h 29 min.'],
  [86_400, '24 h'],
])('says how long %i seconds are', (retryAfter, words) => {
  const text = textOf({ kind: 'rejected', status: 429, retryAfter }, 'saveThemeTemplate');
  expect(text.todo).toContain(words);
});
