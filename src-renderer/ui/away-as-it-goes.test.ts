/**
 * Somebody at the keyboard presses a button of an entry, and goes to another program with Alt Tab while that is done: the
 * window tells the button that it has no focus any more, and it is still what the page gives it back to. The entry is gone
 * by the time that they come back.
 */
import { expect, it } from 'vitest';
import { keepFocus } from './kept-focus';

function part() {
  document.body.innerHTML = `<section aria-label="Outbox">
    <ul><li><button id="one">Cancel one</button></li><li><button id="two">Cancel two</button></li></ul></section>`;
  const section = document.querySelector('section') as HTMLElement;
  keepFocus(section);
  return { section, one: document.getElementById('one') as HTMLButtonElement };
}

/** As Chromium tells of it: the page keeps what has its focus (HTML, *focus update steps* of a system focus). */
async function leaveTheWindow(focused: HTMLElement): Promise<void> {
  focused.dispatchEvent(new FocusEvent('blur'));
  focused.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await Promise.resolve();
  expect(document.activeElement).toBe(focused);
}

it.each(['in the window', 'in another program'] as const)(
  'has the focus as what had it is taken away while its person is %s',
  async (where) => {
    const { section, one } = part();
    one.focus();
    if (where === 'in another program') await leaveTheWindow(one);
    one.closest('li')?.remove();
    await expect.poll(() => document.activeElement === section).toBe(true);
  },
);
