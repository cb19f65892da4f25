/**
 * A backup is saved late in the evening west of Greenwich: the day in the name that Foyer suggests is the
 * day on the person's calendar, not that in London.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { trial } from './trial-transfer';

afterEach(() => vi.unstubAllEnvs());

/** The trial's clock says 2026-11-21T09:30Z. */
async function suggestedIn(zone: string): Promise<string[]> {
  vi.stubEnv('TZ', zone);
  const mine = await trial();
  await mine.transfer.backup(undefined);
  return mine.asked;
}

it('the control: where it is the same day in London', async () => {
  expect(await suggestedIn('Europe/Berlin')).toEqual(['Foyer backup 2026-11-21.foyer']);
});

it('half past eleven in the evening of the 20th in Honolulu', async () => {
  // The control: the clock of this test follows the zone.
  const day = () => new Date('2026-11-21T09:30:00.000Z').getDate();
  vi.stubEnv('TZ', 'Pacific/Honolulu');
  expect(day()).toBe(20);
  expect(await suggestedIn('Pacific/Honolulu')).toEqual(['Foyer backup 2026-11-20.foyer']);
});
