/**
 * "Without a network a theme waits in the outbox and is sent automatically later" (guide, Publishing), and what a service
 * asks to wait with (429) waits there, too: beside it the studio and the outbox say that Foyer tries again by itself. A
 * person who has published on a train looks into Activity, where each of those tries tells them to send it again.
 */
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { ActivityDetails as Details, ActivityEntry, ActivityKind } from '@shared/activity';
import type { Outcome } from '@shared/service/outcome';
import { installFakeMain } from '../../testing/fake-main';
import ActivityDetails from './ActivityDetails.svelte';

const offline: Outcome = { kind: 'notSent', reason: 'offline', detail: 'ENETUNREACH' };
const notAnswering: Outcome = {
  kind: 'notSent',
  reason: 'connectionRefused',
  detail: 'ECONNREFUSED',
};
const busy: Outcome = {
  ...{ kind: 'rejected', status: 429, form: 'json', retryAfter: 30 },
  error: { message: 'Slow down', issues: [] },
};
const toDoOneself = /send it again|try again/iu;

/** What is said of such a try. */
async function said(kind: ActivityKind, outcome: Outcome): Promise<HTMLElement> {
  const entry: ActivityEntry = {
    ...{ id: 'a1', sequence: 1, at: '2026-01-02T10:00:00.000Z', kind, subject: 'Night', outcome },
    ...{ connectionId: 'northwind', connectionLabel: 'Northwind', tookMs: 4 },
  };
  const details: Details = {
    ...entry,
    request: { method: 'PUT', url: 'https://northwind.example/api/v1', headers: {}, body: '{}' },
    answer: null,
  };
  installFakeMain({ activity: { details: () => details, detailsToGiveAway: () => details } });
  render(ActivityDetails, { entry, onclose: () => undefined });
  await screen.findByText('https://northwind.example/api/v1');
  return document.body;
}

it.each([
  ['offline', offline],
  ['a service that isn’t running', notAnswering],
  ['a service that asks to wait', busy],
])(
  'the control: a preview that met that is not sent again by itself (%s)',
  async (_what, outcome) => {
    expect(await said('startChatAppPreview', outcome)).toHaveTextContent(toDoOneself);
  },
);

it.each([
  ['offline', offline],
  ['a service that isn’t running', notAnswering],
  ['a service that asks to wait', busy],
])(
  'a theme that the outbox sends by itself is not to be sent again by a person (%s)',
  async (_what, outcome) => {
    expect(await said('saveThemeTemplate', outcome)).not.toHaveTextContent(toDoOneself);
  },
);
