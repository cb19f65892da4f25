import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import { describe, expect, it } from 'vitest';
import { collectStartupProblems } from './startup-problems';

function collected() {
  const told: Problem[] = [];
  const again: string[] = [];
  const problems = collectStartupProblems(
    (problem) => told.push(problem),
    (file) => again.push(file),
  );
  return { told, again, problems };
}
const notRead = (name: string) =>
  ({ kind: 'notRead', path: `/profile/${name}`, reason: 'EIO' }) as const;
const notKept = {
  kind: 'generationNotKept',
  document: '/profile/billing.json',
  path: '/profile/generations/billing.json',
  reason: 'EISDIR',
} as const;

describe('problems with documents', () => {
  it('says in one sentence which can’t be read, and nothing of those that were read meanwhile', () => {
    const { told, again, problems } = collected();
    for (const name of ['previews.json', 'billing.json', 'domains.json']) {
      problems.document(notRead(name));
    }
    problems.document({ kind: 'readAgain', path: '/profile/domains.json' });
    expect(told).toEqual([]);
    problems.notify();
    expect(told).toEqual([{ code: 'storageNotRead', files: ['billing.json', 'previews.json'] }]);
    expect(told.map((problem) => problemText(problem).what)).toEqual([
      'Foyer can’t read billing.json, previews.json right now.',
    ]);
    problems.notify();
    expect(told).toHaveLength(1);
    // What was told of is taken back.
    expect(again).toEqual([]);
    problems.document({ kind: 'readAgain', path: '/profile/billing.json' });
    expect(again).toEqual(['billing.json']);
  });

  it('says once, in a person’s words, what a newer Foyer wrote', () => {
    const { told, problems } = collected();
    for (const path of ['/profile/outbox', '/profile/bin', '/profile/outbox.json']) {
      problems.document({ kind: 'newer', path });
    }
    problems.notify();
    problems.document({ kind: 'newer', path: '/profile/bin' });
    expect(told.map((problem) => problemText(problem).what)).toEqual([
      'A newer version of Foyer saved this, and this version can’t use it: the bin, the outbox.',
    ]);
    problems.document({ kind: 'newer', path: '/profile/history' });
    expect(told.slice(1)).toEqual([{ code: 'storageNewer', files: ['history'] }]);
  });

  it('says once that the last generation can’t be kept, however often the document is saved', () => {
    const { told, problems } = collected();
    problems.notify();
    problems.document(notKept);
    problems.document(notKept);
    expect(told).toEqual([{ code: 'generationNotKept', file: 'billing.json', path: notKept.path }]);
  });
});
