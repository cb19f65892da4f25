import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { needsAttention } from './entry-filters';

const refused = (status: number, message: string): Outcome => ({
  kind: 'rejected',
  status,
  error: { message, issues: [] },
});

it('asks for attention where a check’s 404 judged nothing, not where the theme was judged', () => {
  const check = (outcome: Outcome) => needsAttention({ kind: 'checkConnection', outcome });
  expect(check(refused(404, 'Not found'))).toBe(true);
  expect(check(refused(404, 'Workspace not found'))).toBe(false);
  expect(check(refused(400, 'Invalid'))).toBe(false);
});

it('asks for attention where a registration was answered with another domain', () => {
  const made = (outcome: Outcome) => needsAttention({ kind: 'createCustomDomain', outcome });
  expect(made({ kind: 'accepted', status: 200 })).toBe(false);
  expect(made({ kind: 'accepted', status: 200, otherDomain: 'other.example' })).toBe(true);
});
