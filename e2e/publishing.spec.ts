/** Publishing: the truth about what the service made of a theme, and no second copy of it. */
import { createPracticeService } from '../src-main/practice/practice';
import type { Outcome } from '../src-shared/service/outcome';
import { outcomeText } from '../src-shared/service/outcome-text';
import { badAnswers } from './bad-answers';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { resize } from './window-state';

/** Nothing follows by itself: it was taken, or the service said no for good. */
function isFinal(outcome: Outcome): boolean {
  if (outcome.kind === 'accepted') return true;
  if (outcome.kind === 'redirected') return outcome.status === 301 || outcome.status === 308;
  return outcome.kind === 'rejected' && ![408, 425, 429].includes(outcome.status);
}

test('every answer ends in its sentence, and the theme stays as it was typed', async ({
  foyer: { window },
  service,
}) => {
  // Thirty answers in one run of the app.
  test.slow();
  const elsewhere = createPracticeService();
  const place = await elsewhere.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  await studio.rename('Trials');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.saved();

  for (const { name, behaviour, outcome, says = [] } of badAnswers(
    'saveThemeTemplate',
    service,
    place,
  )) {
    await test.step(name, async () => {
      const before = service.received().length;
      service.setBehaviour('saveThemeTemplate', behaviour);
      await studio.publishButton.click();
      // The notice of the one before may say the same: that it was saved.
      await expect.poll(() => service.received().length).toBeGreaterThan(before);

      const { title } = outcomeText(outcome, 'saveThemeTemplate');
      for (const line of [title, ...says]) await expect(studio.notice(line)).toBeVisible();
      // The template is known, so that a repetition replaces it: what is not final is tried again.
      const sent = service.received().slice(before);
      for (const { method } of sent) expect(method).toBe('PUT');
      service.setBehaviour('saveThemeTemplate', null);
      if (isFinal(outcome)) {
        expect(sent).toHaveLength(1);
        return;
      }
      const saved = studio.notice('The service saved the theme.');
      await expect(studio.tryNowButton.or(saved).first()).toBeVisible();
      // By itself or at a word; where it is gone already, there was nothing left to click.
      if (!(await saved.isVisible())) {
        await studio.tryNowButton.click({ timeout: 2_000 }).catch(() => undefined);
      }
      await expect(saved).toBeVisible({ timeout: 15_000 });
    });
  }
  expect(elsewhere.received()).toEqual([]);
  await elsewhere.stop();

  await test.step('and then a good one', async () => {
    await expect(
      (await studio.section('Buttons')).getByRole('textbox', {
        name: 'Buttons, background',
        exact: true,
      }),
    ).toHaveValue('#0B6E4F');
    await studio.publishButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    expect(service.state().templates).toHaveLength(1);
    expect(service.state().templates[0]?.theme.chat.buttons.backgroundColor).toBe('#0B6E4F');
    await studio.backToLibrary();
    await expect(new Library(window).card('Trials')).toHaveAccessibleName(/Published/u);
  });
});

test('all that a service made otherwise is shown, also where two things have one name', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const rewrite = { name: 'MINE', 'theme.name': 'dark-one' };
  service.setBehaviour('saveThemeTemplate', { rewrite });
  const studio = await new Library(window).newTheme();
  await studio.rename('Mine');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await expect(studio.inspector.getByText('MINE', { exact: true })).toBeVisible();
  await expect(studio.inspector.getByText('dark-one').first()).toBeVisible();
});

test('a first save whose answer never came waits for a decision', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);

  await test.step('the connection closes, and nothing goes by itself', async () => {
    const studio = await library.newTheme();
    await studio.rename('Again');
    service.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    await studio.publishButton.click();
    await expect(studio.notice('The connection closed before the answer came.')).toBeVisible();
    await expect(
      studio.inspector.getByText(
        'It may or may not be on the service. Foyer doesn’t know whether Northwind keeps the IDs it’s sent, so sending again could create a duplicate.',
      ),
    ).toBeVisible();
    expect(service.received()).toHaveLength(1);
  });

  await test.step('it is listed as not sure, and publishing it asks for the decision', async () => {
    await new Studio(window).backToLibrary();
    await expect(library.card('Again')).toHaveAccessibleName(/Not sure it arrived/u);
    const studio = await library.open('Again');
    await studio.publishButton.click();
    await expect(studio.sendAgainButton).toBeVisible();
    await expect(studio.markPublishedButton).toBeVisible();
    expect(service.received()).toHaveLength(1);
  });

  await test.step('sent again, at a person’s word', async () => {
    const studio = new Studio(window);
    await studio.sendAgainButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    expect(service.received()).toHaveLength(2);
    await studio.backToLibrary();
    await expect(library.card('Again')).toHaveAccessibleName(/Published/u);
  });
});

test('a theme that a person found at the service is marked as published', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.rename('Found');
  service.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await studio.publishButton.click();
  await expect(studio.markPublishedButton).toBeVisible();
  await studio.markPublishedButton.click();
  const dialog = window.getByRole('dialog', { name: 'Mark as published' });
  await dialog.getByRole('button', { name: 'Mark as published' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(studio.markPublishedButton).toBeHidden();
  expect(service.received()).toHaveLength(1);
  await studio.backToLibrary();
  await expect(library.card('Found')).toHaveAccessibleName(/Published/u);

  // From here on it is known, and a change replaces it.
  await library.open('Found');
  await studio.typeColour('Buttons', 'text', '#FEFEFE');
  await studio.saved();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  expect(service.state().templates).toHaveLength(1);
});

test('a first save is sent once, however the connection ends', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  const endings = [
    { cut: 'beforeReading' },
    { cut: 'afterReading' },
    { cut: 'afterActing' },
    { cut: 'afterHeaders' },
    { cut: 'midBody' },
    { form: 'html' },
    { form: 'malformedJson' },
    { status: 500 },
  ] as const;
  for (const [index, behaviour] of endings.entries()) {
    await test.step(JSON.stringify(behaviour), async () => {
      const studio = await library.newTheme();
      service.setBehaviour('saveThemeTemplate', behaviour);
      await studio.publishButton.click();
      await expect(studio.sendAgainButton).toBeVisible();
      expect(service.received()).toHaveLength(index + 1);
      service.setBehaviour('saveThemeTemplate', null);
      await studio.backToLibrary();
    });
  }
  expect(new Set(service.received().map(({ path }) => path)).size).toBe(endings.length);
});

test('a first save under way when Foyer was killed is not sent again by itself', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const studio = await new Library(first.window).newTheme();
  await studio.rename('Vesper');
  await studio.saved();
  service.setBehaviour('saveThemeTemplate', { delayMs: 600_000, times: 1 });
  await studio.publishButton.click();
  await expect.poll(() => service.received().length).toBe(1);
  await home.kill();

  const second = await home.start();
  const library = new Library(second.window);
  await expect(library.card('Vesper')).toHaveAccessibleName(/Not sure it arrived/u);
  const again = await library.open('Vesper');
  await expect(again.notice('Vesper may not have arrived')).toBeVisible();
  await again.backToLibrary();
  await new Shell(second.window).goTo('Activity');
  await expect(second.window.getByText('Not sure it arrived').first()).toBeVisible();
  expect(service.received()).toHaveLength(1);
});

test('a double click, or Enter pressed twice or held, publishes once', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  const saved = studio.notice('The service saved the theme.');
  await studio.publishButton.dblclick({ delay: 200 });
  await expect(saved).toBeVisible();
  expect(service.received()).toHaveLength(1);

  await test.step('Enter twice, the second while the answer is awaited', async () => {
    const release = service.holdAnswers();
    await studio.publishButton.focus();
    await window.keyboard.press('Enter');
    await window.keyboard.press('Enter');
    await expect(studio.publishButton).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => service.received()).toHaveLength(2);
    release();
    await expect(studio.publishButton).not.toHaveAttribute('aria-busy');
    await expect(saved).toBeVisible();
    expect(service.received()).toHaveLength(2);
  });

  await test.step('Enter held until long after the answer', async () => {
    await window.keyboard.down('Enter');
    await expect.poll(() => service.received().length).toBe(3);
    await expect(saved).toBeVisible();
    for (let repeat = 0; repeat < 5; repeat += 1) await window.keyboard.down('Enter');
    await window.keyboard.up('Enter');
    await expect(saved).toBeVisible();
    await expect(studio.publishButton).not.toHaveAttribute('aria-busy');
    expect(service.received()).toHaveLength(3);
  });
});

test('a connection’s long name has a line of its own, and the studio’s head stays one row', async ({
  foyer: { app, window },
  service,
}) => {
  const label = 'Northwind Studio of the Northern Coast';
  await new Welcome(window).connect({ ...service, label });
  // With a second one, there is a button more.
  await window.evaluate(() => self.foyer.invoke('connections.practise', undefined));
  await window.evaluate(async (label) => {
    const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
      value: { list: { id: string; label: string }[] };
    };
    const { id = '' } = value.list.find((one) => one.label === label) ?? {};
    await self.foyer.invoke('connections.select', { id });
  }, label);
  await resize(app, window, 1280, 820);
  const studio = await new Library(window).open('Harbour');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  const button = window.getByRole('button', { name: `Publish again to ${label}` });
  await expect(button).toHaveAttribute('title', `Publish again to ${label}`);
  const [one, other] = [
    await button.boundingBox(),
    await window.getByRole('button', { name: 'More', exact: true }).boundingBox(),
  ];
  if (!one || !other) throw new Error('The head is not there.');
  expect(Math.abs(one.y + one.height / 2 - other.y - other.height / 2)).toBeLessThan(2);
  // Nor has the button three lines: in the second one the name is cut off.
  expect(one.height).toBeLessThan(60);
});

test('a theme too large for such services is not sent', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  await studio.type('Custom CSS', 'Style sheet', `/* ${'x'.repeat(1024 * 1024)} */`);
  await studio.saved();
  await studio.publishButton.click();
  await expect(studio.inspector.getByText('Nothing was sent.')).toBeVisible();
  await expect(studio.inspector.getByText('Shorten its custom CSS.')).toBeVisible();
  expect(service.received()).toEqual([]);

  await studio.type('Custom CSS', 'Style sheet', '');
  await studio.saved();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
});
