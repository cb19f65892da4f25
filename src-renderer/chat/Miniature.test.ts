import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import Miniature from './Miniature.svelte';
import { miniatureChat, miniatureInitial } from './miniatures';

describe('Miniature', () => {
  it('shows the theme’s colours and its font, with no custom CSS and no address', () => {
    let theme = withThemeField(newTheme(), {
      field: 'chat.buttons.backgroundColor',
      value: 'tomato',
    });
    theme = withThemeField(theme, {
      field: 'chat.buttons.color',
      value: 'url(https://example.com/x)',
    });
    theme = withThemeField(theme, { field: 'customCss', value: '.x { color: red }' });
    const { container } = render(Miniature, { theme, name: 'Harbour' });
    const mini = container.querySelector('.mini') as HTMLElement;
    expect(mini.style.getPropertyValue('--c-btn')).toBe('tomato');
    expect(mini.style.getPropertyValue('--c-font')).toBe('"Open Sans", sans-serif');
    expect(container.innerHTML).not.toContain('example.com');
    expect(container.innerHTML).not.toContain('color: red');
  });

  it('leaves the avatar out where it is off', async () => {
    const theme = newTheme();
    const { container, rerender } = render(Miniature, { theme, name: 'Harbour' });
    expect(container.querySelector('i')).toHaveAttribute('data-says', 'H');
    await rerender({
      theme: withThemeField(theme, { field: 'chat.hostAvatar.isEnabled', value: false }),
      name: 'Harbour',
    });
    expect(container.querySelector('i')).toBeNull();
  });

  it('is for the eye alone: the card has the name', () => {
    const { container } = render(Miniature, { theme: newTheme(), name: 'Harbour' });
    expect(container.querySelector('.mini')).toHaveAttribute('aria-hidden', 'true');
  });
});

describe('miniatureChat', () => {
  it('is the same for the same name, and not the same for all', () => {
    expect(miniatureChat('Harbour')).toEqual(miniatureChat('Harbour'));
    const bots = new Set('abcdefghijklmnop'.split('').map((name) => miniatureChat(name).bot));
    expect(bots.size).toBeGreaterThan(4);
  });

  it.each([
    ['harbour', 'H'],
    ['  “Été”', 'É'],
    ['9 lives', '9'],
    ['…', '·'],
  ])('%j has the initial %s', (name, initial) => {
    expect(miniatureInitial(name)).toBe(initial);
  });
});
