/** What can go wrong with a request at the service, and how each must end. */
import type { PracticeBehaviour } from '../src-main/practice/practice';
import type { Operation } from '../src-shared/service/operations';
import type { Outcome } from '../src-shared/service/outcome';

/** One way of going wrong. */
export interface BadAnswer {
  readonly name: string;
  readonly behaviour: PracticeBehaviour;
  readonly outcome: Outcome;
  /** Sentences that must stand in the window, as they are written here. */
  readonly says?: readonly string[];
}

/** Where a service is. */
interface Place {
  readonly origin: string;
}

const refused = (status: number, retryAfter?: number): Outcome => ({
  kind: 'rejected',
  status,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const failed = (status: number): Outcome => ({ kind: 'serviceFailed', status });
const unreadable = { kind: 'acceptedUnreadable', status: 200 } as const satisfies Outcome;
const accepted: Outcome = { kind: 'accepted', status: 200 };
const unsure = (
  reason: Extract<Outcome, { kind: 'unsure' }>['reason'],
  status?: number,
): Outcome => ({
  kind: 'unsure',
  reason,
  detail: '',
  ...(status === undefined ? {} : { status }),
});

const closedSays = ['The connection closed before the answer came.'];
const nonsenseSays = ['The service answered 200, but Foyer couldn’t understand the answer.'];

/**
 * All of them for an operation at a service; neighbours end in different sentences, so that none is
 * mistaken. Redirects point to `elsewhere`, which nobody may ask.
 */
export function badAnswers(
  operation: Operation,
  service: Place,
  elsewhere: Place,
): readonly BadAnswer[] {
  // Of a domain's answer no shape is known; a theme's may have every field missing.
  const isDomain = operation === 'createCustomDomain';
  const isTheme = operation === 'saveThemeTemplate';
  const { host } = new URL(elsewhere.origin);
  return [
    {
      name: '400 with issues',
      behaviour: {
        status: 400,
        message: 'Input validation failed',
        issues: [{ message: 'This is not wanted here', path: ['strange', 0] }],
      },
      outcome: refused(400),
      says: [
        'The service refused it (400).',
        'The service said no, so nothing was changed there.',
        'Fix what it lists and send it again.',
        'Input validation failed\nstrange.0: This is not wanted here',
      ],
    },
    {
      name: '401',
      behaviour: { status: 401, message: 'Unauthorized' },
      outcome: { kind: 'tokenRefused', status: 401 },
      says: ['The service refused the token (401).'],
    },
    {
      name: '403',
      behaviour: { status: 403 },
      outcome: refused(403),
      says: [
        'The service doesn’t allow this (403).',
        'The token may be wrong or may not have access to this workspace, or the service or your plan doesn’t allow what was sent.',
      ],
    },
    {
      name: '404',
      behaviour: { status: 404, message: 'Workspace not found' },
      outcome: refused(404),
      says: ['The service didn’t find it (404).', 'Workspace not found'],
    },
    {
      name: 'a 407 of the service’s own, with no proxy anywhere',
      behaviour: { status: 407 },
      outcome: unsure('other', 407),
      says: ['Foyer can’t tell whether the service acted on it.'],
    },
    { name: '408', behaviour: { status: 408 }, outcome: refused(408) },
    {
      name: '409',
      behaviour: { status: 409 },
      outcome: refused(409),
      says: ['The service refused it because of a conflict (409).'],
    },
    {
      name: '413 in plain text',
      behaviour: { status: 413, form: 'text' },
      outcome: refused(413),
      says: ['It’s too large for the service (413).'],
    },
    { name: '422', behaviour: { status: 422 }, outcome: refused(422) },
    {
      name: '429 with Retry-After in seconds',
      behaviour: { status: 429, retryAfter: '7' },
      outcome: refused(429, 7),
      says: [
        'Too many requests (429).',
        ...(isTheme ? [] : ['It asks Foyer to wait 7 s. Send it again later.']),
      ],
    },
    { name: '425', behaviour: { status: 425 }, outcome: refused(425) },
    {
      name: '429 with an absurd Retry-After',
      behaviour: { status: 429, retryAfter: '99999999999999' },
      outcome: refused(429),
      // A theme is sent again by Foyer, which says when.
      says: isTheme ? [] : ['It asks Foyer to wait 24 h. Send it again later.'],
    },
    {
      name: '500',
      behaviour: { status: 500, message: 'Internal server error\n  at deep (inside.js:1:1)' },
      outcome: failed(500),
      // Its internals are folded.
      says: ['The service failed (500).', 'The service’s own words'],
    },
    { name: '502 with a page', behaviour: { status: 502, form: 'html' }, outcome: failed(502) },
    {
      name: '503 with Retry-After',
      behaviour: { status: 503, retryAfter: '120' },
      outcome: failed(503),
    },
    {
      name: 'a page',
      behaviour: { form: 'html' },
      outcome: unreadable,
      says: nonsenseSays,
    },
    {
      name: '301 to another host',
      behaviour: { redirect: { status: 301, to: `${elsewhere.origin}/api/v1/other` } },
      outcome: { kind: 'redirected', status: 301, host },
      says: [
        `The address redirects to ${host} (301).`,
        'Foyer didn’t follow, and the token went nowhere else.',
      ],
    },
    { name: 'nothing', behaviour: { form: 'empty' }, outcome: isDomain ? accepted : unreadable },
    {
      name: '307 to another host',
      behaviour: { redirect: { status: 307, to: `${elsewhere.origin}/api/v1/other` } },
      outcome: { kind: 'redirected', status: 307, host },
    },
    {
      name: 'broken JSON',
      behaviour: { form: 'malformedJson' },
      outcome: unreadable,
      says: nonsenseSays,
    },
    {
      name: '308 to itself',
      behaviour: { redirect: { status: 308, to: '/api/v1/elsewhere' } },
      // The network stack makes a whole address of it.
      outcome: { kind: 'redirected', status: 308, host: new URL(service.origin).host },
    },
    { name: 'null', behaviour: { form: 'null' }, outcome: isDomain ? accepted : unreadable },
    {
      name: 'a body cut in the middle',
      behaviour: { cut: 'midBody' },
      outcome: unsure('answerCutShort', 200),
      says: ['The answer was cut off.'],
    },
    { name: 'a list', behaviour: { form: 'list' }, outcome: isDomain ? accepted : unreadable },
    {
      name: '100 MB',
      behaviour: { form: 'huge' },
      outcome: unsure('answerTooLarge', 200),
      says: ['The answer was too large to read.'],
    },
    {
      name: 'wrong types',
      behaviour: { form: 'wrongTypes' },
      outcome: isTheme ? accepted : isDomain ? { ...unreadable, form: 'json' } : unreadable,
    },
    {
      name: 'cut before it is read',
      behaviour: { cut: 'beforeReading' },
      outcome: unsure('connectionClosed'),
      says: closedSays,
    },
    {
      name: 'another success',
      behaviour: { status: 201 },
      outcome: unsure('otherSuccess', 201),
      says: ['The service answered 201, which isn’t in its documentation.'],
    },
    {
      name: 'cut after it is read',
      behaviour: { cut: 'afterReading' },
      outcome: unsure('connectionClosed'),
      says: closedSays,
    },
    {
      name: 'cut after the headers',
      behaviour: { cut: 'afterHeaders' },
      outcome: unsure('answerCutShort', 200),
    },
    {
      name: 'cut after it acted',
      behaviour: { cut: 'afterActing' },
      outcome: unsure('connectionClosed'),
      says: closedSays,
    },
  ];
}
