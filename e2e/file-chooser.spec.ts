/** What the tests themselves rest on: a page that asks for a file asks the test, at any moment. */
import { expect, test } from './foyer';

test('a file that is asked for while the page is busy comes to the test, and no dialog of the system opens', async ({
  foyer: { window },
}) => {
  await window.evaluate(() => {
    const field = Object.assign(document.createElement('input'), { type: 'file' });
    const button = document.createElement('button');
    button.textContent = 'Ask for a file';
    button.addEventListener('click', () => field.click());
    document.body.append(button, field);
    button.focus();
  });
  await expect(window.getByRole('button', { name: 'Ask for a file' })).toBeFocused();
  // Both the wait and the key reach a page that has its hands full: it takes the key first.
  await window.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 500;
      while (performance.now() < end);
    });
  });
  const asked = window.waitForEvent('filechooser');
  await window.keyboard.press('Enter');
  expect((await asked).isMultiple()).toBe(false);
});
