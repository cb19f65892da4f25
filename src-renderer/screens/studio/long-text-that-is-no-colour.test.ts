/** Of a long text that is no colour its beginning is quoted: the whole would fill the sections. */
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import RefusedColour from './RefusedColour.svelte';

it.each([
  ['the control: a short one', 'x'.repeat(40), `“${'x'.repeat(40)}”`],
  ['a long one', 'x'.repeat(2_000), `“${'x'.repeat(40)}…”`],
  ['a long one of emoji', '🎨'.repeat(41), `“${'🎨'.repeat(40)}…”`],
])('%s', (_, text, quoted) => {
  render(RefusedColour, {
    id: 'note',
    refused: { text, nearest: undefined },
    onuse: () => undefined,
  });
  expect(screen.getByRole('alert')).toHaveTextContent(quoted);
});
