import { describe, expect, it } from 'vitest';
import { sampleSummary } from '../testing/sample-summaries';
import { deliveriesByTheme, withDeliveries } from './theme-status';

const deliveries = deliveriesByTheme([
  { themeId: 'id-a', connectionId: 'northwind', delivery: 'sending' },
  { themeId: 'id-a', connectionId: 'gone', delivery: 'waiting' },
]);
const deliveryOf = (name: string) =>
  withDeliveries([sampleSummary(name)], deliveries)[0]?.places.map(({ delivery }) => delivery);

describe('a theme with its deliveries', () => {
  it('has what goes on at each of its connections', () => {
    expect(deliveryOf('A')).toEqual(['sending']);
  });

  it('is idle where nothing goes on', () => {
    expect(deliveryOf('B')).toEqual(['idle']);
  });

  it('stays the same object while nothing goes on, whatever goes on with others', () => {
    const theme = sampleSummary('B');
    const [before] = withDeliveries([theme], new Map());
    expect(withDeliveries([theme], deliveries)[0]).toBe(before);
  });
});
