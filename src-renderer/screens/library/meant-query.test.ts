import { expect, it } from 'vitest';
import { sampleSummary } from '../../testing/sample-summaries';
import { meantQuery } from './meant-query';
import { findable } from './shown-themes';

const themes = [
  sampleSummary('Kestrel Coffee', { tags: ['Booking'] }),
  sampleSummary('Harbour', { tags: ['Support'] }),
  sampleSummary('Fern'),
].map(findable);

it.each([
  ['kestral', 'kestrel'],
  ['Kesterl', 'kestrel'],
  ['kestral booking', 'kestrel booking'],
  ['kestrel bokking', 'kestrel booking'],
  // Still typing: a slip in the beginning of a word.
  ['harnou', 'harbour'],
  // Right, or too far from anything, or too short to say.
  ['kestrel', undefined],
  ['zeppelin', undefined],
  ['fex', undefined],
])('%s is taken for %s', (query, meant) => {
  expect(meantQuery(themes, query)).toBe(meant);
});
