/**
 * The library's disk refuses what a service answered, twice, and Foyer is killed: the theme's file says of its
 * template what it did before the first. That was no other computer.
 */
import { storedFormats } from '@shared/stored-formats';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { emptyItem } from './outbox-item';
import { isNotedOver, targetOf, withUnnoted } from './save-target';

const place = 'https://a.example/api/v1 w1';
const filedAs = (attempt: string, at: string) => ({
  ...{ format: storedFormats.theme, id: 't', name: 'Harbour', tags: [], updatedAt: at },
  ...{ theme: newTheme(), publications: { [place]: { templateId: 'x', at, attempt } } },
});

it.each([
  ['the disk has none of the two', 'before', '2026-01-01T00:00:00.000Z', false],
  ['the disk has the first', 'first', '2026-01-02T00:00:00.000Z', false],
  ['another computer has published it since', 'theirs', '2026-01-04T00:00:00.000Z', true],
])('%s', (_name, attempt, at, isTheirs) => {
  const [before, first] = [
    filedAs('before', '2026-01-01T00:00:00.000Z'),
    filedAs('first', '2026-01-02T00:00:00.000Z'),
  ];
  const unnoted = { templateId: 'x', at: '2026-01-03T00:00:00.000Z', attempt: 'second' };
  let item = emptyItem({ themeId: 't', place });
  item = withUnnoted(item, first.publications[place], targetOf(before, place, item));
  item = withUnnoted(item, unnoted, targetOf(first, place, item));
  expect(isNotedOver(item, unnoted, filedAs(attempt, at))).toBe(isTheirs);
});
