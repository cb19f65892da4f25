import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import MarkdownLine from './MarkdownLine.svelte';
import { inlineOf } from './markdown';

it('words that are set apart have no spaces added around them', () => {
  const { container } = render(MarkdownLine, {
    line: inlineOf('It **ends in `v1`**. Plain [links](a.md), _too_.'),
  });
  expect(container.textContent).toBe('It ends in v1. Plain links, too.');
  expect(screen.getByText('v1').closest('strong')).not.toBeNull();
});
