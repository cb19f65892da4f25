/** Proof: *Repeat* far down in the history fills a form that isn't in sight, and says nothing. */
import { expect, test } from './foyer';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { resize } from './window-state';

test('a person sees or hears what Repeat did', async ({ foyer: { app, window }, service }) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_bot', recipient: '+44 20 7946 0958' });
  await previews.start();
  for (let sent = 1; sent < 12; sent += 1) {
    await expect(previews.history).toHaveCount(sent);
    await expect(previews.startButton).toBeEnabled();
    await previews.startButton.click();
  }
  await expect(previews.history).toHaveCount(12);
  await previews.fill({ botId: '', recipient: '' });
  await resize(app, window, 960, 640);
  await previews.history.last().getByRole('button', { name: /^Fill the form/u }).press('Enter');
  await expect(previews.botId).toHaveValue('cl_bot');
  await expect(previews.recipient.or(previews.startButton).first()).toBeInViewport();
});
