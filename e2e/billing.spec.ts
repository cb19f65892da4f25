/** Billing: read before it is sent, sent once, and the checkout opened only where it is safe. */
import type { ElectronApplication, Page } from '@playwright/test';
import { createPracticeService, type PracticeBehaviour } from '../src-main/practice/practice';
import { outcomeText } from '../src-shared/service/outcome-text';
import { badAnswers } from './bad-answers';
import { expect, test } from './foyer';
import { goodAnswers } from './good-answers';
import { Billing } from './pages/billing';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

async function openBilling(
  window: Page,
  service: { baseAddress: string; token: string },
): Promise<Billing> {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await new Shell(window).goTo('Billing');
  return new Billing(window);
}

/** Takes the place of the browser: addresses are written down, nothing is opened. */
async function catchOpened(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (address) => {
      opened.push(address);
      return Promise.resolve();
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

/** The practice service inside Foyer, as seen from outside. */
async function insideService(window: Page) {
  const listed = (await window.evaluate(() =>
    self.foyer.invoke('connections.list', undefined),
  )) as {
    value: { list: { baseAddress: string }[] };
  };
  const { origin } = new URL(listed.value.list[0]?.baseAddress ?? '');
  const get = async (what: string): Promise<unknown> =>
    (await fetch(`${origin}/practice/${what}`)).json();
  return {
    origin,
    received: async () => (await get('received')) as { method: string; body: string }[],
    state: async () => (await get('state')) as { checkouts: { id: string; state: string }[] },
    async behave(behaviour: PracticeBehaviour | null): Promise<void> {
      const answer = await fetch(`${origin}/practice/behaviour`, {
        method: 'PUT',
        body: JSON.stringify({ operation: 'updateSubscription', behaviour }),
      });
      expect(answer.status).toBe(200);
    },
  };
}

test('every answer ends in its sentence, keeps the form, and arrives once', async ({
  foyer: { window },
  service,
}) => {
  // Thirty answers in one run of the app.
  test.slow();
  const elsewhere = createPracticeService();
  const place = await elsewhere.start();
  const billing = await openBilling(window, service);
  const returnTo = 'https://northwind.example/thanks';
  await billing.choose({ plan: 'Pro', billed: 'Yearly', currency: 'EUR', chats: '2000', returnTo });

  let number = 0;
  for (const { name, behaviour, outcome, says = [] } of badAnswers(
    'updateSubscription',
    service,
    place,
  )) {
    await test.step(name, async () => {
      number += 1;
      service.setBehaviour('updateSubscription', behaviour);
      await billing.change();

      const { title, todo } = outcomeText(outcome, 'updateSubscription');
      const advice = outcome.kind === 'unsure' ? [todo] : [];
      for (const line of [title, ...advice, ...says]) {
        await expect(billing.sheet.getByText(line, { exact: true })).toBeVisible();
      }
      expect(service.received()).toHaveLength(number);
      await expect(billing.option('Plan', 'Pro')).toBeChecked();
      await expect(billing.option('Billed', 'Yearly')).toBeChecked();
      await expect(billing.option('Currency', 'EUR')).toBeChecked();
      await expect(billing.chats).toHaveValue('2000');
      await expect(billing.returnAddress).toHaveValue(returnTo);
      service.setBehaviour('updateSubscription', null);
    });
  }
  expect(elsewhere.received()).toEqual([]);
  await elsewhere.stop();

  await test.step('an issue that names a field stands at the field', async () => {
    const issues = {
      plan: 'No such plan here',
      isYearly: 'Monthly only',
      currency: 'No euros here',
      additionalChats: 'Expected a step from 0 to 3',
      returnUrl: 'Not an address of ours',
    };
    service.setBehaviour('updateSubscription', {
      status: 400,
      issues: [
        { message: 'This is not wanted here', path: ['strange'] },
        ...Object.entries(issues).map(([path, message]) => ({ message, path: ['body', path] })),
      ],
    });
    await billing.change();
    await expect(billing.chats).toHaveAccessibleDescription(issues.additionalChats);
    await expect(billing.returnAddress).toHaveAccessibleDescription(issues.returnUrl);
    for (const [group, reason] of [
      ['Plan', issues.plan],
      ['Billed', issues.isYearly],
      ['Currency', issues.currency],
    ] as const) {
      await expect(billing.group(group)).toHaveAccessibleDescription(reason);
    }
    await expect(billing.chats).toHaveValue('2000');
    await expect(billing.sheet.getByText('strange: This is not wanted here')).toBeVisible();
    service.setBehaviour('updateSubscription', null);
  });

  await test.step('and then a good one', async () => {
    await billing.change();
    await expect(billing.sheet.getByText(/^Complete the checkout first\./u)).toBeVisible();
    expect(service.received()).toHaveLength(number + 2);
  });
});

test('every form of answer is read, and said plainly', async ({ foyer: { window }, service }) => {
  test.slow();
  const billing = await openBilling(window, service);
  await billing.choose({ plan: 'Pro', returnTo: 'https://northwind.example/thanks' });
  for (const [index, answer] of goodAnswers.entries()) {
    await test.step(answer.name, async () => {
      const {
        name: _name,
        body,
        says,
        lines = [],
        facts = {},
        checkout,
        isSuspended,
        isQuarantined,
        raw,
      } = answer;
      service.setBehaviour('updateSubscription', {
        subscription: 'neither',
        drop: ['received'],
        rewrite: body,
      });
      await billing.change();
      await expect(billing.sheet.getByText(says, { exact: true })).toBeVisible();
      for (const line of lines) {
        await expect(billing.sheet.getByText(line, { exact: true })).toBeVisible();
      }
      expect(service.received()).toHaveLength(index + 1);

      for (const [name, value] of Object.entries(facts)) {
        await expect(billing.fact(name), name).toHaveText(value);
      }
      await expect(billing.fact('Plan')).toHaveCount('Plan' in facts ? 1 : 0);
      const host = billing.sheet.getByText(checkout ?? 'pay.example', { exact: true });
      await expect(host).toHaveCount(checkout === undefined ? 0 : 1);
      await expect(billing.openCheckoutButton).toHaveCount(checkout === undefined ? 0 : 1);
      const notice = (word: string) =>
        billing.sheet.getByText(`The service says this workspace is ${word}`);
      await expect(notice('suspended')).toHaveCount(isSuspended ? 1 : 0);
      await expect(notice('quarantined')).toHaveCount(isQuarantined ? 1 : 0);
      if (raw === undefined) return;
      await expect(
        billing.sheet.getByText(
          'Check the subscription in the service’s dashboard before sending it again.',
        ),
      ).toBeVisible();
      await expect(billing.sheet.locator('pre')).toContainText(raw);
    });
  }
});

test('the review shows the exact request, and an edit asks for a new one', async ({
  foyer: { window },
  service,
}) => {
  const billing = await openBilling(window, service);
  for (const [chats, reason] of [
    ['', 'This can’t be empty.'],
    ['many', 'Enter a number, for example 2000'],
    ['0x10', 'Enter a number, for example 2000'],
  ] as const) {
    await billing.chats.fill(chats);
    await billing.reviewButton.click();
    await expect(billing.chats).toHaveAccessibleDescription(reason);
    await expect(billing.chats).toHaveValue(chats);
  }
  await billing.chats.fill('2500');
  for (const [returnTo, reason] of [
    ['', 'This can’t be empty.'],
    ['thanks', 'Enter a web address, for example https://example.com/thanks'],
    ['https://me:secret@northwind.example', 'Remove the user name or password from the address.'],
    [
      'https://northwind.example/?from=foyer',
      'The service adds its own ? to the end, so the address can’t have one.',
    ],
  ] as const) {
    await billing.choose({ returnTo });
    await billing.reviewButton.click();
    await expect(billing.returnAddress).toHaveAccessibleDescription(reason);
    await expect(billing.returnAddress).toHaveValue(returnTo);
  }

  const returnTo = 'https://northwind.example/thanks';
  await billing.choose({ plan: 'Pro', billed: 'Yearly', currency: 'EUR', returnTo });
  await billing.review();
  const [first = '', body = ''] = (await billing.exactRequest()).split('\n\n');
  expect(first).toBe(`PATCH ${service.baseAddress}/billing/subscription`);

  await billing.chats.fill('3000');
  await expect(billing.sendButton).toBeHidden();
  await expect(window.getByText('Reviewing sends nothing.')).toBeVisible();
  await billing.chats.fill('2500');
  await expect(billing.sendButton).toBeHidden();
  expect(service.received()).toEqual([]);

  await billing.change();
  await expect(billing.sheet.getByText(/Sent once, \d\d:/u)).toBeVisible();
  const [request, ...more] = service.received();
  expect(more).toEqual([]);
  expect(request?.body).toBe(body);
  expect(JSON.parse(body)).toEqual({
    workspaceId: 'ws_4f2c9a',
    returnUrl: returnTo,
    plan: 'PRO',
    additionalChats: 2500,
    currency: 'eur',
    isYearly: true,
  });
});

test('a double click or Enter pressed twice sends once', async ({
  foyer: { app, window },
  service,
}) => {
  const opened = await catchOpened(app);
  const billing = await openBilling(window, service);
  service.setBehaviour('updateSubscription', { rewrite: { checkoutUrl: 'https://pay.example/1' } });
  await billing.review();
  await billing.sendButton.dblclick({ delay: 200 });
  await expect(billing.openCheckoutButton).toBeVisible();
  expect(service.received()).toHaveLength(1);

  await billing.chats.fill('1');
  await billing.chats.press('Enter');
  await window.keyboard.press('Enter');
  await billing.sendButton.waitFor();
  await window.keyboard.press('Enter');
  await expect(billing.sendButton).toBeVisible();
  expect(service.received()).toHaveLength(1);
  await billing.sendButton.focus();
  await window.keyboard.press('Enter');
  await window.keyboard.press('Enter');
  await expect(billing.openCheckoutButton).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(billing.openCheckoutButton).toBeVisible();
  expect(service.received()).toHaveLength(2);
  expect(await opened()).toEqual([]);
});

test('a change that stands behind another request is not said to be sent', async ({
  foyer: { window },
  service,
}) => {
  const billing = await openBilling(window, service);
  const release = service.holdAnswers();
  await window.evaluate(async () => {
    const listed = await self.foyer.invoke('connections.list', undefined);
    if (!listed.ok) throw new Error('no connections');
    const { currentId } = listed.value as { currentId: string };
    const form = { connectionId: currentId, botId: 'b', to: '+44 1', startGroupId: '' };
    const first = await self.foyer.invoke('previews.isNewRecipient', form);
    if (!first.ok) throw new Error('not known whether it is the first');
    const { place } = first.value as { place: string };
    void self.foyer.invoke('previews.start', { ...form, confirmedPlace: place });
  });
  await expect.poll(() => service.received().length).toBe(1);
  await billing.change();
  const inLine = billing.sheet.getByText('Waiting to be sent. Nothing has left this computer yet.');
  await expect(inLine).toBeVisible();
  await expect(billing.sheet.getByText('Sending', { exact: true })).toHaveCount(0);
  // Away and back, as one does who has to wait.
  const shell = new Shell(window);
  await shell.goTo('Library');
  await shell.goTo('Billing');
  await expect(inLine).toBeVisible();
  await expect(billing.sheet.getByText('Not sent yet')).toBeVisible();
  expect(service.received()).toHaveLength(1);
  release();
  await expect(billing.sheet.getByText(/Sent once, /u)).toBeVisible();
  expect(service.received()).toHaveLength(2);
});

test('one that was under way when Foyer was killed is not sent again', async ({
  home,
  service,
}) => {
  const first = await home.start();
  const billing = await openBilling(first.window, service);
  await billing.choose({ plan: 'Pro', chats: '7' });
  service.setBehaviour('updateSubscription', { delayMs: 600_000, times: 1 });
  await billing.change();
  await expect.poll(() => service.received().length).toBe(1);
  await home.kill();

  const second = await home.start();
  await new Shell(second.window).goTo('Billing');
  const again = new Billing(second.window);
  await expect(again.sheet.getByText('Foyer quit before an answer arrived.')).toBeVisible();
  await expect(
    again.sheet.getByText(
      'Check the subscription in the service’s dashboard before sending it again.',
    ),
  ).toBeVisible();
  await expect(again.option('Plan', 'Pro')).toBeChecked();
  await expect(again.chats).toHaveValue('7');
  await second.window.getByRole('button', { name: 'Earlier changes' }).click();
  await expect(second.window.getByRole('dialog')).toContainText('Not sure it arrived');
  await second.window.keyboard.press('Escape');
  expect(service.received()).toHaveLength(1);

  await again.change();
  await expect(again.sheet.getByText(/^Complete the checkout first\./u)).toBeVisible();
  expect(service.received()).toHaveLength(2);
});

test.describe('practising', () => {
  test.beforeEach(async ({ foyer: { window } }) => {
    await new Welcome(window).practise();
    await new Shell(window).goTo('Billing');
  });

  for (const [end, says] of [
    [
      'complete',
      /^You returned at \d\d:\d\d\. The page reports “completed”; Foyer can’t verify that\.$/u,
    ],
    ['cancel', /^You returned at \d\d:\d\d\. The page reports “cancelled”\.$/u],
  ] as const) {
    test(`a checkout opens in the browser and comes back: ${end}`, async ({
      foyer: { app, window },
    }) => {
      const opened = await catchOpened(app);
      const inside = await insideService(window);
      const billing = new Billing(window);
      await billing.choose({ plan: 'Pro' });
      await billing.change();
      await expect(billing.sheet.getByText(new URL(inside.origin).host)).toBeVisible();
      await expect(billing.sheet.getByText(/^Waiting for you to return, until/u)).toBeVisible();
      expect(await opened()).toEqual([]);
      await billing.openCheckoutButton.click();
      await expect.poll(opened).toHaveLength(1);

      const [address = ''] = await opened();
      expect(address).toMatch(new RegExp(`^${inside.origin}/checkout/`, 'u'));
      expect(await (await fetch(address)).text()).toContain('Practice checkout');
      // A browser’s way: the form is sent, and its answer leads back to Foyer.
      const back = await fetch(`${address}/${end}`, { method: 'POST' });
      expect(back.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/back\//u);
      expect(await back.text()).toContain('You can go back to Foyer.');
      await expect(billing.sheet.getByText(says)).toBeVisible();

      // The address was for one visit.
      await expect(fetch(back.url)).rejects.toThrow();
      expect((await inside.state()).checkouts.map(({ state }) => state)).toEqual([
        end === 'complete' ? 'completed' : 'cancelled',
      ]);
      expect(await inside.received()).toHaveLength(1);
    });
  }

  test('a hostile checkout address opens nothing and is shown as text', async ({
    foyer: { app, window },
  }) => {
    const opened = await catchOpened(app);
    const inside = await insideService(window);
    const billing = new Billing(window);
    const hostile = [
      'javascript:alert(document.domain)',
      'file:///etc/passwd',
      'http://pay.example/checkout',
      'https://pay.example@evil.example/checkout',
      'https://:@evil.example/checkout',
      'https:\\\\evil.example\\checkout',
      'data:text/html,<h1>pay</h1>',
      'smb://evil.example/share',
      'foyer://open/theme',
      '<img src=x onerror=alert(1)>',
      `https://pay.example/${'a'.repeat(2_000)}`,
    ];
    for (const checkoutUrl of hostile) {
      await test.step(checkoutUrl.slice(0, 60), async () => {
        await inside.behave({ rewrite: { checkoutUrl } });
        await billing.change();
        await expect(
          billing.sheet.getByText('Foyer doesn’t open this checkout address', { exact: true }),
        ).toBeVisible();
        await expect(billing.sheet.getByText(checkoutUrl, { exact: true })).toBeVisible();
        await expect(billing.openCheckoutButton).toBeHidden();
        await expect(billing.sheet.getByRole('link')).toHaveCount(0);
        await expect(billing.sheet.getByRole('img', { name: 'x' })).toHaveCount(0);
      });
    }

    await test.step('asked for past the window, main refuses as well', async () => {
      const answers = await window.evaluate(async () => {
        type Change = { activityId: string };
        const { value: connections } = (await self.foyer.invoke('connections.list', undefined)) as {
          value: { list: { id: string }[] };
        };
        const { value: state } = (await self.foyer.invoke('billing.state', {
          connectionId: connections.list[0]?.id,
        })) as { value: { changes: Change[] } };
        return Promise.all(
          state.changes.map(({ activityId }) =>
            self.foyer.invoke('billing.openCheckout', { activityId }),
          ),
        );
      });
      expect(answers).toHaveLength(hostile.length);
      for (const answer of answers) {
        expect(answer).toMatchObject({ problem: { code: 'addressNotOpened' } });
      }
    });
    expect(await opened()).toEqual([]);

    await inside.behave({ rewrite: { checkoutUrl: 'https://pay.example/checkout/1' } });
    await billing.change();
    await expect(billing.sheet.getByText('pay.example', { exact: true })).toBeVisible();
    await billing.openCheckoutButton.click();
    await expect.poll(opened).toEqual(['https://pay.example/checkout/1']);
  });
});
