/** A 408 leaves open whether the service acted: what may be registered stays in the list. */
import type { DomainRegistration } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { keptRegistrations } from './kept-registrations';

const one = (name: string, outcome: Outcome): DomainRegistration => ({
  activityId: name,
  at: '2026-11-22T10:00:00.000Z',
  connectionId: 'c',
  input: { name },
  outcome,
});
const refused = Array.from({ length: 100 }, (_, index) =>
  one(`no${String(index)}.example.com`, { kind: 'rejected', status: 400 }),
);

it.each<[string, Outcome]>([
  ['the control: a 303', { kind: 'redirected', status: 303 }],
  ['a 408', { kind: 'rejected', status: 408 }],
])('%s is kept, however many refused ones came after it', (_name, outcome) => {
  const kept = keptRegistrations([...refused, one('late.example.com', outcome)], {});
  expect(kept.map(({ input }) => input.name)).toContain('late.example.com');
});
