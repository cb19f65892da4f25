/** Proof: in a small window the bar of the chosen themes doesn't say to whom it publishes. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { prefer, resize } from './window-state';

for (const textSize of [100, 200] as const) {
  test(`the bar names its whole connection, text at ${String(textSize)} %`, async ({
    foyer: { app, window },
    service,
  }) => {
    await new Welcome(window).practise();
    await new Shell(window).switcher.click();
    await window.getByRole('menuitem', { name: 'Add a connection' }).click();
    await new Welcome(window).connect({
      label: 'Northwind',
      baseAddress: service.baseAddress,
      token: service.token,
    });
    await prefer(window, { textSize });
    await resize(app, window, 960, 640);
    await new Shell(window).goTo('Library');
    await new Library(window).cards.first().press('Control+a');
    const publish = window.getByRole('button', { name: 'Publish 6 themes to Northwind' });
    const cut = await publish
      .locator('span')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut).toBe(0);
  });
}
