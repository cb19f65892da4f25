/** A 408 leaves open whether the service acted: a script must be told so. */
import { mayBeDoneThoughLate } from '@shared/service/late-status';
import { outcomeText } from '@shared/service/outcome-text';
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { exitCodeOfOutcome, exitCodes } from './exit-codes';

it('a preview that was answered with 408 ends the command as not known, as its own sentences say', () => {
  const late: Outcome = { kind: 'rejected', status: 408 };
  // The control: what is printed beside the code.
  expect(mayBeDoneThoughLate(408)).toBe(true);
  expect(outcomeText(late, 'startChatAppPreview').tone).toBe('unsure');
  expect(exitCodeOfOutcome({ kind: 'rejected', status: 400 })).toBe(exitCodes.refused);
  expect(exitCodeOfOutcome(late)).toBe(exitCodes.unknown);
});
