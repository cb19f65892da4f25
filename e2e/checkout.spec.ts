/** The whole round of a checkout: Foyer, the system's browser, the practice service, and back. */
import { expect, test } from './foyer';
import { Billing } from './pages/billing';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { systemBrowser } from './system-browser';

// Elsewhere the person's browser can't be chosen by a test; there billing.spec.ts stands in for it.
if (process.platform === 'linux') {
  for (const [button, says] of [
    [
      'Complete',
      /^You returned at \d\d:\d\d\. The page reports “completed”; Foyer can’t verify that\.$/u,
    ],
    ['Cancel', /^You returned at \d\d:\d\d\. The page reports “cancelled”\.$/u],
  ] as const) {
    test(`a checkout is walked in a real browser: ${button}`, async ({ home }) => {
      const browser = await systemBrowser();
      try {
        const { window } = await home.start(browser.env);
        await new Welcome(window).practise();
        await new Shell(window).goTo('Billing');
        const billing = new Billing(window);
        await billing.choose({ plan: 'Pro', billed: 'Yearly', chats: '2000' });
        await billing.change();
        await billing.openCheckoutButton.click();

        const page = await browser.page();
        await expect(page.getByRole('heading', { name: 'Practice checkout' })).toBeVisible();
        await expect(page.getByText('PRO', { exact: true })).toBeVisible();
        await expect(page.getByText('2000', { exact: true })).toBeVisible();
        await page.getByRole('button', { name: button }).click();
        await expect(page.getByText('You can go back to Foyer.')).toBeVisible();
        await expect(billing.sheet.getByText(says)).toBeVisible();

        // Loaded once more, the address is gone: it was for one visit.
        await page.reload().catch(() => undefined);
        await expect(page.getByText('You can go back to Foyer.')).toBeHidden();
      } finally {
        await browser.stop();
      }
    });
  }

  test('a checkout that nobody comes back from stays open, until the practice service is started anew', async ({
    home,
  }) => {
    const browser = await systemBrowser();
    try {
      const first = await home.start(browser.env);
      await new Welcome(first.window).practise();
      await new Shell(first.window).goTo('Billing');
      const billing = new Billing(first.window);
      await billing.choose({ plan: 'Pro' });
      await billing.change();
      await billing.openCheckoutButton.click();
      const page = await browser.page();
      await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible();
      await page.close();
      await expect(billing.sheet.getByText(/^Waiting for you to return, until/u)).toBeVisible();
      await home.kill();

      const second = await home.start(browser.env);
      await new Shell(second.window).goTo('Billing');
      await second.window.getByRole('button', { name: 'Earlier changes' }).click();
      await second.window
        .getByRole('dialog')
        .getByRole('listitem')
        .getByRole('button')
        .first()
        .click();
      // What would be opened there isn't known to it any more.
      const { sheet, openCheckoutButton } = new Billing(second.window);
      await expect(sheet.getByText(/^The practice service forgot this checkout/u)).toBeVisible();
      await expect(openCheckoutButton).toBeHidden();
    } finally {
      await browser.stop();
    }
  });
}
