import { expect, it } from 'vitest';
import { keepFocus } from './kept-focus';

/** A part of the window with a list of two, each with its button. */
function part({ heading = false } = {}) {
  document.body.innerHTML = `<main><section aria-label="Shortcuts">${heading ? '<h2 tabindex="-1">Shortcuts</h2>' : ''}
    <ul><li><button id="one">One</button></li><li><button id="two">Two</button></li></ul></section>
    <button id="beside">Beside</button></main>`;
  const section = document.querySelector('section') as HTMLElement;
  keepFocus(section);
  const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
  return { section, button };
}

/** A question over the window, as they are there: beside its parts, with a button that has the focus. */
function question(role: 'dialog' | 'alertdialog' | 'menu'): HTMLElement {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', role);
  dialog.innerHTML = '<button>Yes</button>';
  document.body.append(dialog);
  dialog.querySelector('button')?.focus();
  return dialog;
}

const hasFocus = (element: Element | null) =>
  expect.poll(() => document.activeElement === element).toBe(true);

it('has the focus as what had it is taken away', async () => {
  const { section, button } = part();
  button('one').focus();
  button('one').closest('li')?.remove();
  await hasFocus(section);
});

it('gives it to its heading where that can have it', async () => {
  const { section, button } = part({ heading: true });
  button('one').focus();
  button('one').closest('li')?.remove();
  await hasFocus(section.querySelector('h2'));
});

it.each(['dialog', 'alertdialog', 'menu'] as const)(
  'has it as a %s closes whose opener is gone',
  async (role) => {
    const { section, button } = part();
    button('two').focus();
    const over = question(role);
    button('two').closest('li')?.remove();
    // Nothing is taken from what lies over it.
    await expect.poll(() => over.contains(document.activeElement)).toBe(true);
    over.remove();
    await hasFocus(section);
  },
);

it('takes nothing from who went elsewhere, or to nothing', async () => {
  const { button } = part();
  button('one').focus();
  button('beside').focus();
  await Promise.resolve();
  button('one').closest('li')?.remove();
  button('two').focus();
  button('two').blur();
  await Promise.resolve();
  button('two').closest('li')?.remove();
  // Seen by what is told of the same changes later.
  await new Promise<void>((told) => {
    const after = new MutationObserver(() => told());
    after.observe(document.body, { childList: true });
    document.body.append(document.createElement('p'));
  });
  expect(document.activeElement).toBe(document.body);
});

it('has it also where that happens while its person is in another program', async () => {
  const { section, button } = part();
  const one = button('one');
  one.focus();
  // The page keeps what has its focus (HTML, *focus update steps* of a system focus).
  one.dispatchEvent(new FocusEvent('blur'));
  one.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await Promise.resolve();
  expect(document.activeElement).toBe(one);
  one.closest('li')?.remove();
  await hasFocus(section);
});
