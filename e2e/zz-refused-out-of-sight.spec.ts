/** Proof: with text at 200 % in a small window, what is missing is said where nobody looks. */
import { expect, test } from './foyer';
import { Billing } from './pages/billing';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { prefer, resize, settled } from './window-state';

test('Review change without a plan shows what is missing', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Billing');
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  const billing = new Billing(window);
  await billing.reviewButton.press('Enter');
  await expect(window.getByText('Choose a plan.')).toBeVisible();
  await settled(window);
  await expect(window.getByText('Choose a plan.')).toBeInViewport();
});

test('Start preview without a bot shows what is missing', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Previews');
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  const previews = new Previews(window);
  await previews.recipient.fill('+44 20 7946 0958');
  await previews.startButton.press('Enter');
  const refused = window.locator('main [aria-invalid="true"]');
  await expect(refused).toHaveCount(1);
  await settled(window);
  await expect(refused).toBeInViewport();
});
