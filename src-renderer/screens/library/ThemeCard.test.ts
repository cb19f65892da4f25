import type { LibraryTheme } from '../../state/theme-status';
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { sampleSummary } from '../../testing/sample-summaries';
import ThemeCard from './ThemeCard.svelte';

function show(changes: Partial<LibraryTheme>): void {
  render(ThemeCard, {
    theme: { ...sampleSummary('Harbour'), ...changes },
    column: 1,
    isActive: true,
    isChosen: false,
    renaming: null,
    isFavourite: false,
    onrenamed: () => undefined,
  });
}

describe('the marks of a card', () => {
  it('says that there is custom CSS that the small picture does not show', () => {
    show({ hasCustomCss: true });
    expect(screen.getByText('CSS')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Has custom CSS. This thumbnail shows its colours/u),
    );
  });

  it('says that a newer Foyer made it', () => {
    show({ isReadOnly: true });
    expect(screen.getByText('Read-only')).toHaveAttribute(
      'title',
      'Made with a newer version of Foyer: view only',
    );
  });

  it('says nothing where there is nothing to say', () => {
    show({});
    expect(screen.queryByText('CSS')).toBeNull();
    expect(screen.queryByText('Read-only')).toBeNull();
  });
});

it('shows a name in the direction of its letters', () => {
  show({ name: 'מרינה (2)' });
  expect(screen.getByText('מרינה (2)')).toHaveAttribute('dir', 'auto');
});
