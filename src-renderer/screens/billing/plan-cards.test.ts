import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { LastKnown } from '@shared/sending';
import PlanChoice from './PlanChoice.svelte';

const free: LastKnown = { plan: 'FREE', at: '2026-01-02T10:00:00.000Z' };

/** Who believes that the plan changes only now sends once more what was paid, and pays twice. */
it.each([
  ['the control: nothing is in doubt', free, 'PRO', 'ProChanges from Free', 'Starter'],
  [
    'Pro was asked for, which may have come about',
    { ...free, unconfirmed: { plan: 'PRO' } },
    'PRO',
    'ProAsked for, not confirmed yet',
    'Starter',
  ],
  [
    'the other plan is chosen after that',
    { ...free, unconfirmed: { plan: 'PRO' } },
    'STARTER',
    'ProAsked for, not confirmed yet',
    'Starter',
  ],
] as const)('what the plans’ cards say: %s', (_name, lastKnown, value, pro, starter) => {
  render(PlanChoice, { value, lastKnown, error: undefined, onchange: () => undefined });
  const said = screen.getAllByRole('radio').map(({ textContent }) => textContent.trim());
  expect(said.map((text) => text.replaceAll(/\s{2,}/gu, ''))).toEqual([starter, pro]);
});

it('a refusal looks as in every other field, and is said of the plans', () => {
  render(PlanChoice, {
    ...{ value: null, lastKnown: null, error: 'Choose a plan.', onchange: () => undefined },
  });
  const plans = screen.getByRole('radiogroup', { name: 'Plan' });
  expect(plans).toBeInvalid();
  expect(plans).toHaveAccessibleDescription('Choose a plan.');
  expect(screen.getByText('Choose a plan.').parentElement?.querySelector('svg')).not.toBeNull();
});
