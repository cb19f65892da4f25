/** Domains: registered once, at a person's word, with the answer as it came. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createPracticeService } from '../src-main/practice/practice';
import { outcomeText } from '../src-shared/service/outcome-text';
import { startTrialDnsServer } from '../src-main/domains/trial-dns-server';
import { badAnswers } from './bad-answers';
import { expect, test } from './foyer';
import { Domains } from './pages/domains';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** What the walk through every screen can't stop at, because it takes a name server of the test's. */
async function expectAccessible(window: Page): Promise<void> {
  for (const appearance of ['light', 'dark'] as const) {
    await window.evaluate(
      (appearance) => self.foyer.invoke('app.setPreferences', { appearance }),
      appearance,
    );
    await expect(window.locator('html')).toHaveCSS('color-scheme', appearance);
    const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze();
    expect(violations, appearance).toEqual([]);
  }
}

/** Connects and goes to the screen. */
async function openDomains(
  window: Page,
  service: { baseAddress: string; token: string },
): Promise<Domains> {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Domains');
  return new Domains(window);
}

test('every answer ends in its sentence, keeps the name, and arrives once', async ({
  foyer: { window },
  service,
}) => {
  // Thirty answers in one run of the app.
  test.slow();
  const elsewhere = createPracticeService();
  const place = await elsewhere.start();
  const domains = await openDomains(window, service);

  let number = 0;
  for (const { name: trial, behaviour, outcome, says = [] } of badAnswers(
    'createCustomDomain',
    service,
    place,
  )) {
    await test.step(trial, async () => {
      number += 1;
      const name = `bot-${String(number)}.example.com`;
      service.setBehaviour('createCustomDomain', behaviour);
      await domains.register(name);

      const { title, todo } = outcomeText(outcome, 'createCustomDomain');
      const advice = outcome.kind === 'unsure' ? [todo] : [];
      for (const line of [title, ...advice, ...says]) {
        await expect(domains.sheet.getByText(line, { exact: true })).toBeVisible();
      }
      expect(service.received()).toHaveLength(number);
      await expect(domains.name).toHaveValue(name);
      service.setBehaviour('createCustomDomain', null);
    });
  }
  expect(elsewhere.received()).toEqual([]);
  await elsewhere.stop();

  await test.step('an issue that names the field stands at the field', async () => {
    number += 1;
    service.setBehaviour('createCustomDomain', {
      status: 400,
      issues: [{ message: 'This name is reserved', path: ['body', 'name'] }],
    });
    await domains.register('reserved.example.com');
    await expect(domains.name).toHaveAccessibleDescription('This name is reserved');
    await expect(domains.name).toHaveValue('reserved.example.com');
    service.setBehaviour('createCustomDomain', null);
    await domains.name.fill('bot.example.com');
    await expect(domains.name).not.toHaveAccessibleDescription('This name is reserved');
  });

  await test.step('and then a good one', async () => {
    await domains.register('bot.example.com');
    await expect(domains.sheet.getByText('The service accepted the domain.')).toBeVisible();
    await expect(await domains.unfoldAnswer()).toContainText('"name": "bot.example.com"');
    expect(service.received()).toHaveLength(number + 1);
    await expect(domains.list).toHaveCount(number + 1);
  });
});

test('a name is read before it is sent, and an edit asks for a new review', async ({
  foyer: { window },
  service,
}) => {
  const domains = await openDomains(window, service);
  for (const [typed, reason] of [
    ['', 'This can’t be empty.'],
    ['example', 'Enter a domain name, for example bot.example.com'],
    ['exam_ple.com', 'A domain name can’t contain an underscore. Use a hyphen instead.'],
    [
      'co.uk',
      'This is a public ending, shared by many domains. Enter a name in front of it, for example example.co.uk',
    ],
    [`${'a'.repeat(64)}.example.com`, 'One part between the dots is longer than 63 characters.'],
    [`${'abcdefghi.'.repeat(26)}com`, 'A domain name can have up to 253 characters.'],
  ] as const) {
    await domains.name.fill(typed);
    await domains.reviewButton.click();
    await expect(domains.name).toHaveAccessibleDescription(reason);
    await expect(domains.name).toHaveValue(typed);
  }

  await domains.review('https://Bücher.Example.com/start');
  await expect(domains.sheet).toContainText('xn--bcher-kva.example.com');
  await expect(domains.sheet).toContainText('bücher.example.com');
  await domains.name.fill('other.example.com');
  await expect(domains.registerButton).toBeHidden();
  expect(service.received()).toEqual([]);

  await domains.review('bücher.example.com');
  await domains.registerButton.click();
  await expect(domains.sheet.getByText('The service accepted the domain.')).toBeVisible();
  expect(service.received().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { workspaceId: 'ws_4f2c9a', name: 'xn--bcher-kva.example.com' },
  ]);
});

test('a double click or Enter pressed twice registers once', async ({
  foyer: { window },
  service,
}) => {
  const domains = await openDomains(window, service);
  await domains.review('click.example.com');
  await domains.registerButton.dblclick({ delay: 200 });
  await expect(domains.sheet.getByText('The service accepted the domain.')).toBeVisible();
  expect(service.received()).toHaveLength(1);

  await domains.review('enter.example.com');
  await domains.registerButton.focus();
  await window.keyboard.press('Enter');
  await window.keyboard.press('Enter');
  await expect(domains.sheet.getByText('The service accepted the domain.')).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(domains.list).toHaveCount(2);
  expect(service.received()).toHaveLength(2);

  // From the field, Enter reviews; pressed again it does not send.
  await domains.name.fill('field.example.com');
  await domains.name.press('Enter');
  await window.keyboard.press('Enter');
  await domains.registerButton.waitFor();
  await window.keyboard.press('Enter');
  await expect(domains.registerButton).toBeVisible();
  expect(service.received()).toHaveLength(2);
});

test('one that was under way when Foyer was killed is not sent again', async ({
  home,
  service,
}) => {
  const first = await home.start();
  const domains = await openDomains(first.window, service);
  service.setBehaviour('createCustomDomain', { delayMs: 600_000, times: 1 });
  await domains.register('bot.example.com');
  await expect.poll(() => service.received().length).toBe(1);
  await home.kill();

  const second = await home.start();
  await new Shell(second.window).goTo('Domains');
  const again = new Domains(second.window);
  await expect(again.name).toHaveValue('bot.example.com');
  await expect(again.list).toHaveCount(1);
  await expect(again.list.first()).toContainText('Not sure it arrived');
  await again.list.first().getByRole('button').click();
  await expect(again.sheet.getByText('Foyer quit before an answer arrived.')).toBeVisible();
  await expect(
    again.sheet.getByText(/^Check the domains in the service’s dashboard/u),
  ).toBeVisible();
  expect(service.received()).toHaveLength(1);

  // The service had done it, which a person learns from the second try.
  await again.register('bot.example.com');
  await expect(
    again.sheet.getByText('The service refused it because of a conflict (409).'),
  ).toBeVisible();
  await expect(
    again.sheet.getByText(
      'It may already be there, perhaps from an earlier try of yours. Check the service’s dashboard.',
    ),
  ).toBeVisible();
  expect(service.received()).toHaveLength(2);
});

test('what a name points at is shown beside what it did before, and notes are kept', async ({
  foyer: { app, window },
  service,
  home,
}) => {
  const dns = await startTrialDnsServer({ 'bot.example.com': { A: ['192.0.2.1'] } });
  // In place of the system's name servers; the resolver itself stays the real one.
  await app.evaluate((_electron, address) => {
    const module = process.mainModule?.require('node:dns/promises') as {
      Resolver: new (options: object) => { setServers(servers: string[]): void };
    };
    const { Resolver } = module;
    module.Resolver = class extends Resolver {
      constructor() {
        super({ timeout: 200, tries: 1 });
        this.setServers([address]);
      }
    };
  }, dns.address);
  const domains = await openDomains(window, service);
  await domains.register('bot.example.com');
  await domains.checkDnsButton.click();
  await expect(domains.records('A')).toHaveText([/192\.0\.2\.1/u]);
  await expect(domains.records('TXT')).toHaveText(['None']);

  dns.table = { 'bot.example.com': { CNAME: ['edge.service.example'] } };
  await domains.checkDnsButton.click();
  await expect(domains.sheet.getByText('Changed since the last check: A, CNAME.')).toBeVisible();
  await expect(domains.records('CNAME')).toHaveText([/edge\.service\.example/u, 'None']);

  await expectAccessible(window);

  dns.mood = 'silent';
  await domains.checkDnsButton.click();
  await expect(domains.sheet.getByText(/^No name server answered\./u)).toBeVisible();
  await expectAccessible(window);
  await expect(domains.records('CNAME').last()).toHaveText(/edge\.service\.example/u);

  await domains.sheet.getByRole('textbox', { name: 'Note' }).fill('CNAME to the edge');
  await window.keyboard.press('Tab');
  await dns.stop();
  await app.close();
  const again = await home.start();
  await new Shell(again.window).goTo('Domains');
  const after = new Domains(again.window);
  await after.list.first().getByRole('button').click();
  await expect(after.sheet.getByRole('textbox', { name: 'Note' })).toHaveValue('CNAME to the edge');
  await expect(after.records('CNAME').last()).toHaveText(/edge\.service\.example/u);
});
