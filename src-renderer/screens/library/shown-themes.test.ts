import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { sampleSummary } from '../../testing/sample-summaries';
import {
  findable,
  filterCounts,
  filteredThemes,
  rowAt,
  searchedThemes,
  sortedThemes,
  type FindableTheme,
} from './shown-themes';

const names = (themes: readonly FindableTheme[]) => themes.map(({ theme }) => theme.name);

describe('a status', () => {
  it('is the word of the one connection', () => {
    expect(findable(sampleSummary('A', { place: { relation: 'changed' } })).status).toEqual({
      word: 'changed',
      places: 1,
    });
  });

  it('is a draft where there is no connection', () => {
    expect(findable(sampleSummary('A', { places: [] })).status.word).toBe('draft');
  });

  it('is the neediest of many', () => {
    const place = { connectionId: 'a', relation: 'same', delivery: 'idle' } as const;
    const theme = sampleSummary('A', {
      places: [place, { ...place, delivery: 'refused' }, { ...place, relation: 'changed' }],
    });
    expect(findable(theme).status.word).toBe('failed');
  });

  it('counts the connections it is published on, drafts elsewhere aside', () => {
    const place = { connectionId: 'a', relation: 'same', delivery: 'idle' } as const;
    const theme = sampleSummary('A', { places: [place, place, { ...place, relation: 'never' }] });
    expect(findable(theme).status).toEqual({ word: 'published', places: 2 });
  });
});

describe('searchedThemes', () => {
  const osteria = newTheme();
  osteria.general.font = 'Lora';
  osteria.chat.buttons.backgroundColor = '#A8472A';
  const themes = [
    sampleSummary('Harbour', { tags: ['Booking'] }),
    sampleSummary('Osteria', { tags: ['Booking', 'Dinner'], theme: osteria }),
    sampleSummary('Fern', { tags: ['Sales'] }),
  ].map(findable);

  it.each([
    ['harb', ['Harbour']],
    ['HARB', ['Harbour']],
    ['booking', ['Harbour', 'Osteria']],
    ['lora', ['Osteria']],
    ['#a8472a', ['Osteria']],
    ['a84', ['Osteria']],
    ['booking lora', ['Osteria']],
    ['  fern ', ['Fern']],
    ['harbr', []],
  ])('finds %j', (query, found) => {
    expect(names(searchedThemes(themes, query, null))).toEqual(found);
  });

  it('finds a number in a name, and not in colours', () => {
    const dark = newTheme();
    dark.chat.hostBubbles.backgroundColor = '#222222';
    const clients = ['Client 1', 'Client 2'].map((name) => sampleSummary(name, { theme: dark }));
    const found = (query: string) => names(searchedThemes(clients.map(findable), query, null));
    expect(found('Client 2')).toEqual(['Client 2']);
    expect(found('22')).toEqual([]);
    expect(found('#2')).toEqual(['Client 1', 'Client 2']);
  });

  it('finds a colour as its digits are typed one by one', () => {
    const found = ['a', 'a8', 'a84', 'a847'].map((typed) => searchedThemes(themes, typed, null));
    expect(found.map(names).slice(1)).toEqual([[], ['Osteria'], ['Osteria']]);
  });

  it('does not match across two fields', () => {
    expect(searchedThemes(themes, 'gdin', null)).toEqual([]);
  });

  it('narrows by tag, and by tag and words', () => {
    expect(names(searchedThemes(themes, '', 'Booking'))).toEqual(['Harbour', 'Osteria']);
    expect(names(searchedThemes(themes, 'ost', 'Booking'))).toEqual(['Osteria']);
    expect(names(searchedThemes(themes, 'fern', 'Booking'))).toEqual([]);
  });

  it('gives the very same list when nothing is asked', () => {
    expect(searchedThemes(themes, ' ', null)).toBe(themes);
  });
});

describe('filters', () => {
  const themes = [
    sampleSummary('Draft'),
    sampleSummary('Published', { place: { relation: 'same' } }),
    sampleSummary('Changed', { place: { relation: 'changed' } }),
    sampleSummary('Failed', { place: { delivery: 'refused' } }),
    sampleSummary('Unknown', { place: { delivery: 'unknown' } }),
    sampleSummary('Waiting', { place: { delivery: 'waiting' } }),
    sampleSummary('Without its token', { place: { delivery: 'blocked' } }),
    sampleSummary('Waiting (your version)', { conflictOf: { id: 'waiting', name: 'Waiting' } }),
  ].map(findable);

  it.each([
    ['all', 8],
    ['draft', 2],
    ['published', 1],
    ['changed', 1],
    ['attention', 4],
    ['conflict', 1],
  ] as const)('%s lets through as many as its chip says', (filter, count) => {
    expect(filteredThemes(themes, filter)).toHaveLength(count);
    expect(filterCounts(themes)[filter]).toBe(count);
  });
});

describe('sortedThemes', () => {
  const themes = [
    sampleSummary('Theme 10', { updatedAt: '2024-11-01T00:00:00.000Z' }),
    sampleSummary('theme 9', {
      updatedAt: '2024-11-03T00:00:00.000Z',
      place: { relation: 'same' },
    }),
    sampleSummary('Aurora', {
      updatedAt: '2024-11-02T00:00:00.000Z',
      place: { delivery: 'unknown' },
    }),
  ];

  it.each([
    ['edited', ['theme 9', 'Aurora', 'Theme 10']],
    ['name', ['Aurora', 'theme 9', 'Theme 10']],
    ['status', ['Aurora', 'theme 9', 'Theme 10']],
  ] as const)('by %s', (sort, order) => {
    expect(names(sortedThemes(themes, sort, false))).toEqual(order);
  });
});

it('cuts into rows', () => {
  expect([0, 1, 2, 3].map((row) => rowAt([1, 2, 3, 4, 5], row, 2))).toEqual([
    [1, 2],
    [3, 4],
    [5],
    [],
  ]);
});
