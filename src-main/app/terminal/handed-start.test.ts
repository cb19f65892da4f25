import { describe, expect, it } from 'vitest';
import { readHandedStart } from './handed-start';

describe('a start that another version of Foyer hands over', () => {
  it.each([
    ['with more than this one knows', { asked: { kind: 'open', more: 1 }, version: '9.0.0' }],
    ['of a kind that came later', { asked: { kind: 'later', what: 'x' } }],
    ['of another shape', { start: ['open'] }],
    ['with nothing', undefined],
  ])('%s asks for the window and no more', (_name, data) => {
    expect(readHandedStart(data)).toEqual({ asked: { kind: 'open' } });
  });

  it('never sends a preview with a part that this one would leave out', () => {
    const asked = { kind: 'preview', json: false, name: 'Booking', isTrial: true };
    expect(readHandedStart({ asked })).toEqual({ asked: { kind: 'open' } });
  });
});
