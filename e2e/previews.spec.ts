/** Previews: started once a press, whatever the service makes of it. */
import { createPracticeService } from '../src-main/practice/practice';
import { outcomeText } from '../src-shared/service/outcome-text';
import { badAnswers } from './bad-answers';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { prefer, resize } from './window-state';

test('one that stands in line is shown and can be stopped, after a look at another screen too', async ({
  foyer: { window },
  service,
}) => {
  const shell = new Shell(window);
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const release = service.holdAnswers();
  await shell.goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_bot', recipient: '+1 111' });
  await previews.start();
  await expect.poll(() => service.received().length).toBe(1);
  await previews.fill({ botId: 'cl_bot', recipient: '+2 222' });
  await previews.start();
  await shell.goTo('Activity');
  await expect(window.getByText('Waiting to be sent')).toBeVisible();
  await shell.goTo('Previews');
  await expect(previews.history.first()).toContainText('Waiting to be sent');
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await previews.history
    .first()
    .getByRole('button', { name: /^Don’t send/u })
    .click();
  await expect(previews.history.first()).toContainText('Not sent');
  release();
  await expect(previews.history.filter({ hasText: '+1 111' })).toContainText('Answered 200');
  expect(service.received()).toHaveLength(1);
});

test('one that stands in line when Foyer quits never leaves, and is not in doubt', async ({
  home,
  service,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  // A first save whose answer comes within the time that a quit gives it.
  service.setBehaviour('saveThemeTemplate', { delayMs: 2_500 });
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect.poll(() => service.received().length).toBe(1);
  await studio.backToLibrary();
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_bot', recipient: '+44 20 7946 0958' });
  await previews.start();
  await expect(previews.history.first()).toContainText('Waiting to be sent');
  const ended = new Promise((done) => app.process().once('exit', done));
  await app.evaluate(({ app: main }) => main.quit());
  await ended;
  expect(service.received()).toHaveLength(1);

  const next = await home.start();
  await new Shell(next.window).goTo('Previews');
  await expect(new Previews(next.window).history).toHaveCount(1);
  await expect(new Previews(next.window).history.first()).toContainText('Not sent');
});

test('every answer ends in its sentence, keeps the form, and arrives once', async ({
  foyer: { window },
  service,
}) => {
  // Thirty answers in one run of the app.
  test.slow();
  const elsewhere = createPracticeService();
  const place = await elsewhere.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  const startGroup = 'group-1';

  let number = 0;
  for (const { name, behaviour, outcome, says = [] } of badAnswers(
    'startChatAppPreview',
    service,
    place,
  )) {
    await test.step(name, async () => {
      number += 1;
      const botId = `cl_bot_${String(number)}`;
      const recipient = `+44 20 7946 09${String(number).padStart(2, '0')}`;
      await previews.fill({ botId, recipient, startGroup });
      service.setBehaviour('startChatAppPreview', behaviour);
      await previews.start();

      const { title } = outcomeText(outcome, 'startChatAppPreview');
      for (const line of [title, ...says]) await expect(previews.notice(line)).toBeVisible();
      expect(service.received()).toHaveLength(number);
      await expect(previews.botId).toHaveValue(botId);
      await expect(previews.recipient).toHaveValue(recipient);
      await expect(previews.startGroup).toHaveValue(startGroup);
      service.setBehaviour('startChatAppPreview', null);
    });
  }
  expect(elsewhere.received()).toEqual([]);
  await elsewhere.stop();

  await test.step('and then a good one', async () => {
    await previews.fill({ botId: 'cl_good', recipient: '447946', startGroup });
    await previews.start();
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    await expect(window.getByText('Preview started', { exact: true })).toBeVisible();
    expect(service.received()).toHaveLength(number + 1);
    await expect(previews.history).toHaveCount(number + 1);
  });
});

test('what can’t be sent is refused at its field', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: '', recipient: ' ', startGroup: 'g'.repeat(501) });
  await previews.startButton.click();
  await expect(previews.botId).toHaveAccessibleDescription('This can’t be empty.');
  await expect(previews.recipient).toHaveAccessibleDescription('This can’t be empty.');
  await expect(previews.startGroup).toHaveAccessibleDescription('This is too long.');
  await expect(previews.startGroup).toHaveValue('g'.repeat(501));

  await previews.fill({ botId: '..', recipient: 'nobody@example.com' });
  await expect(previews.recipient).toHaveAccessibleDescription(
    'This doesn’t look like a phone number. It will be sent as typed.',
  );
  await previews.startButton.click();
  await expect(previews.botId).toHaveAccessibleDescription('An ID can’t be empty, . or ..');
  expect(service.received()).toEqual([]);
});

test.describe('pressed twice', () => {
  const details = { botId: 'cl_twice', recipient: '447946' };

  test.beforeEach(async ({ foyer: { window }, service }) => {
    await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
    await new Shell(window).goTo('Previews');
    const previews = new Previews(window);
    // A recipient that was sent to before: no question stands between the presses.
    await previews.fill({ ...details, botId: 'cl_before' });
    await previews.start();
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    await previews.fill(details);
  });

  test('a double click starts one preview, however fast the service is', async ({
    foyer: { window },
    service,
  }) => {
    const previews = new Previews(window);
    // Slow enough that the first has been answered when the second click comes.
    await previews.startButton.dblclick({ delay: 200 });
    // The notice alone could still be that of the one before.
    await expect(previews.history).toHaveCount(2);
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    expect(service.received()).toHaveLength(2);

    const release = service.holdAnswers();
    await previews.startButton.dblclick();
    await expect.poll(() => service.received()).toHaveLength(3);
    release();
    await expect(previews.history).toHaveCount(3);
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    expect(service.received()).toHaveLength(3);
  });

  test('Enter pressed twice, or held, starts one preview', async ({
    foyer: { window },
    service,
  }) => {
    const previews = new Previews(window);
    await previews.recipient.focus();
    await window.keyboard.press('Enter');
    await expect(previews.history).toHaveCount(2);
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    await window.keyboard.press('Enter');
    await expect(previews.startButton).toBeVisible();
    await expect(previews.history).toHaveCount(2);
    expect(service.received()).toHaveLength(2);

    await previews.startButton.focus();
    await window.keyboard.down('Enter');
    await expect.poll(() => service.received().length).toBe(3);
    await expect(previews.history).toHaveCount(3);
    for (let repeat = 0; repeat < 5; repeat += 1) await window.keyboard.down('Enter');
    await window.keyboard.up('Enter');
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    await expect(previews.history).toHaveCount(3);
    expect(service.received()).toHaveLength(3);
  });
});

test('Repeat far down shows what it filled in, and Enter pressed again or held sends nothing', async ({
  foyer: { app, window },
  service,
}) => {
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
  await expect(previews.notice('The service accepted the preview.')).toBeVisible();
  await previews.fill({ botId: '', recipient: '' });
  await resize(app, window, 960, 640);
  await previews.history
    .last()
    .getByRole('button', { name: /^Fill the form/u })
    .focus();
  for (let held = 0; held < 5; held += 1) await window.keyboard.down('Enter');
  await window.keyboard.up('Enter');
  await window.keyboard.press('Enter');
  await expect(previews.botId).toHaveValue('cl_bot');
  for (const shown of [previews.botId, previews.recipient, previews.startButton]) {
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
  await window.keyboard.press('Tab');
  await expect(previews.startButton).toBeFocused();
  expect(service.received()).toHaveLength(12);
});

test('one that was under way when Foyer was killed is not sent again', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  await new Shell(first.window).goTo('Previews');
  const previews = new Previews(first.window);
  await previews.fill({ botId: 'cl_killed', recipient: '447946' });
  service.setBehaviour('startChatAppPreview', { delayMs: 600_000, times: 1 });
  await previews.start();
  await expect.poll(() => service.received().length).toBe(1);
  await home.kill();

  const second = await home.start();
  await new Shell(second.window).goTo('Previews');
  const again = new Previews(second.window);
  await expect(again.history).toHaveCount(1);
  await expect(again.history.first()).toContainText('Not sure it arrived');
  await expect(again.botId).toHaveValue('cl_killed');
  expect(service.received()).toHaveLength(1);

  // The service may have done it all the same, and another is a person’s to start.
  await again.startButton.click();
  await expect(again.notice('The service accepted the preview.')).toBeVisible();
  expect(service.received()).toHaveLength(2);
});

test('Set its shortcut leads to where the launcher’s keys are chosen, with large text too', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  await prefer(window, { textSize: 150 });
  await new Shell(window).goTo('Previews');
  await window.getByRole('button', { name: 'Set its shortcut' }).press('Enter');
  await expect(window.getByRole('heading', { name: 'Launcher and tray' })).toBeFocused();
  await expect(window.getByRole('button', { name: 'Choose keys' })).toBeInViewport();
});
