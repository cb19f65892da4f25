/** An owner's walk through Billing: a number as one writes it, and a checkout after a restart. */
import { expect, test } from './foyer';
import { Billing } from './pages/billing';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

for (const typed of ['1,500', '2 000']) {
  test(`more chats than ${typed} are not none`, async ({ foyer: { window } }) => {
    await new Welcome(window).practise();
    await new Shell(window).goTo('Billing');
    const billing = new Billing(window);
    await billing.chats.fill(typed);
    await window.getByRole('button', { name: 'More additional chats' }).click();
    // What isn't understood stays to be corrected, as Review has it, or is understood.
    await expect(billing.chats).not.toHaveValue('0');
  });
}

test('a checkout that Foyer still offers after a restart is there', async ({ home }) => {
  const first = await home.start();
  await new Welcome(first.window).practise();
  await new Shell(first.window).goTo('Billing');
  await new Billing(first.window).change();
  await expect(new Billing(first.window).openCheckoutButton).toBeVisible();
  await first.app.close();

  const { app, window } = await home.start();
  await new Shell(window).goTo('Billing');
  const billing = new Billing(window);
  await expect(billing.sheet.getByText('Complete the checkout first.')).toBeVisible();
  if (!(await billing.openCheckoutButton.isVisible())) return;
  await app.evaluate(({ shell }) => {
    shell.openExternal = (address) => {
      Object.assign(globalThis, { opened: address });
      return Promise.resolve();
    };
  });
  await billing.openCheckoutButton.click();
  const opened = () => app.evaluate(() => (globalThis as { opened?: string }).opened);
  await expect.poll(opened).toBeTruthy();
  expect((await fetch((await opened()) ?? '')).status).toBe(200);
});
