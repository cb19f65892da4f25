/**
 * A service moves to another address, with its templates. Who edits the connection and says that it is the same service has
 * the next publication replace the template, and not make a second one.
 */
import { createPracticeService } from '../src-main/practice/practice';
import { expect, freePort, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

for (const isSame of [true, false]) {
  test(`a published theme ${isSame ? 'stays linked at its service’s new address' : 'is a draft at another service'}`, async ({
    home,
    service,
  }) => {
    const next = createPracticeService({ port: await freePort() });
    const { baseAddress, token } = await next.start();
    const { window } = await home.start();
    await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
    const studio = await new Library(window).newTheme();
    await studio.rename('Harbour');
    await studio.saved();
    await studio.publishButton.click();
    await expect.poll(() => service.state().templates.length).toBe(1);
    const [template] = service.state().templates;
    await expect(window.getByText('Published', { exact: true }).first()).toBeVisible();

    await window.keyboard.press('ControlOrMeta+,');
    const row = window.getByRole('listitem', { name: 'Northwind' });
    await row.getByRole('button', { name: 'More for Northwind' }).click();
    await window.getByRole('menuitem', { name: 'Edit' }).click();
    const form = new Welcome(window);
    await form.field('Base address').fill(baseAddress);
    await form.field('Token').fill(token);
    const offer = window.getByRole('switch', { name: 'It’s the same service: keep the links' });
    await expect(offer).not.toBeChecked();
    if (isSame) await offer.click();
    await window.getByRole('button', { name: 'Save connection' }).click();
    if (isSame) await expect(window.getByText(/^1 theme is linked to its template/u)).toBeVisible();
    await expect(window.getByRole('dialog')).toHaveCount(0);

    await new Shell(window).goTo('Library');
    await (await new Library(window).open('Harbour')).publishButton.click();
    await expect
      .poll(() => next.received().filter(({ method }) => method === 'PUT'))
      .toHaveLength(1);
    const [saved] = next.received().filter(({ method }) => method === 'PUT');
    expect(saved?.path.endsWith(`/${template?.id ?? ''}`)).toBe(isSame);
    await next.stop();
  });
}
