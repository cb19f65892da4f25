import { render } from '@testing-library/svelte';
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import OutcomeLine from '../../ui/OutcomeLine.svelte';
import SentAt from './SentAt.svelte';

it.each<[string, Outcome | null]>([
  ['it was accepted', { kind: 'accepted', status: 200 }],
  ['it was not sent', { kind: 'notSent', reason: 'connectionRefused', detail: '' }],
  ['it was taken back before it left', { kind: 'notSent', reason: 'cancelledBefore', detail: '' }],
  ['it is under way', null],
])('has the mark that the lists have of the same: %s', (_name, outcome) => {
  const what = 'updateSubscription';
  const listed = render(OutcomeLine, { outcome, what }).container;
  const said = render(SentAt, {
    ...{ at: '2026-01-02T10:00:00.000Z', outcome, what, isInLine: false },
    ...{ notYet: () => 'Not yet', sent: () => 'Sent', notSent: () => 'Not sent' },
  }).container;
  const mark = (element: Element) => element.querySelector('svg')?.innerHTML;
  const tone = (element: Element) =>
    ['ok', 'warn', 'bad', 'unsure', 'under-way'].find((one) => element.querySelector(`.${one}`));
  expect([mark(said), tone(said)]).toEqual([mark(listed), tone(listed)]);
});
