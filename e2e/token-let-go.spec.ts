/** The window has a token while it is typed; once that is over it lets go of it, by whichever way. */
import type { Page } from '@playwright/test';
import { expect, test } from './foyer';
import { heapOf } from './heap';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** Whether the page's memory holds the token; not by a matcher, which would show all of it. */
async function holds(window: Page, token: string): Promise<boolean> {
  return (await heapOf(window)).includes(token);
}

test('a token that was entered, replaced or not wanted after all isn’t kept in the window', async ({
  foyer: { window },
  service,
}) => {
  test.setTimeout(120_000);
  const { baseAddress, token } = service;
  const form = new Welcome(window);
  await form.openForm();
  await form.fill({ baseAddress, token: '' });
  await form.field('Token').click();
  await window.keyboard.type(token);
  expect(await holds(window, token), 'while it is typed').toBe(true);
  await window.keyboard.press('Enter');
  await expect(form.field('Token')).toHaveCount(0);
  await new Shell(window).goTo('Settings');
  expect(await holds(window, token), 'after it was entered').toBe(false);

  await window.getByRole('button', { name: 'Add a connection' }).click();
  await form.openForm();
  await form.fill({ label: 'Second', baseAddress, workspaceId: 'ws_2', token: '' });
  await form.field('Token').click();
  await window.keyboard.type('not-wanted-after-all');
  await form.checkButton.click();
  await expect(window.getByText(/token/iu).first()).toBeVisible();
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.field('Token')).toHaveCount(0);
  expect(await holds(window, 'not-wanted-after-all'), 'after Cancel').toBe(false);

  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'More for Northwind' }).click();
  await window.getByRole('menuitem', { name: 'Replace token' }).click();
  await form.field('Token').click();
  await window.keyboard.type('the-token-in-its-place');
  await window.keyboard.press('Enter');
  await expect(form.field('Token')).toHaveCount(0);
  expect(await holds(window, 'the-token-in-its-place'), 'after it was replaced').toBe(false);
});
