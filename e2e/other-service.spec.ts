/**
 * The same app at another service: one that follows the contract to the letter, and one that behaves
 * as a real one was seen to.
 */
import type { Page } from '@playwright/test';
import type { PracticeEndpoint, PracticeService } from '../src-main/practice/practice';
import { outcomeText } from '../src-shared/service/outcome-text';
import { expect, test } from './foyer';
import { Billing } from './pages/billing';
import { Domains } from './pages/domains';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import type { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

type Service = PracticeService & PracticeEndpoint;

async function connect(window: Page, service: Service, preset?: string): Promise<void> {
  const { baseAddress, token } = service;
  await new Welcome(window).connect({ baseAddress, token, ...(preset && { preset }) });
}

/** A theme with roundness and nothing that is switched on by default missing. */
async function draft(window: Page, name: string): Promise<Studio> {
  const studio = await new Library(window).newTheme();
  await studio.rename(name);
  await studio.choose('Roundness', 'Large');
  await studio.saved();
  return studio;
}

const surface = (backgroundColor: string, color: string) => ({ backgroundColor, color });
const general = { font: 'Open Sans', background: { type: 'Color', content: '#FFFFFF' } };
const chat = {
  hostAvatar: { isEnabled: true },
  guestAvatar: { isEnabled: false },
  hostBubbles: surface('#F7F8FF', '#303235'),
  guestBubbles: surface('#FF8E21', '#FFFFFF'),
  buttons: surface('#0042DA', '#FFFFFF'),
  inputs: { ...surface('#FFFFFF', '#303235'), placeholderColor: '#9095A0' },
};

for (const preset of [
  {
    name: 'Documented API',
    id: 'documented',
    previewPath: '/api/v1/bots/cl%2Fbot%201/chat-app/start-preview',
    theme: { general, chat, roundness: 'large' },
    roundnessIn: 'theme',
    chooseChats: (billing: Billing) => billing.choose({ chats: '2500.5' }),
    additionalChats: 2500.5,
  },
  {
    name: 'Typebot, 2023 API',
    id: 'typebot-2023',
    previewPath: '/api/v1/typebots/cl%2Fbot%201/whatsapp/start-preview',
    theme: { general, chat: { ...chat, roundness: 'large' } },
    roundnessIn: 'chat',
    chooseChats: (billing: Billing) => billing.option('Additional chats', '3').click(),
    additionalChats: 3,
  },
] as const) {
  test(`all four operations, with exactly the documented bodies: ${preset.name}`, async ({
    foyer: { window },
    home,
    service,
  }) => {
    service.setBehaviour('saveThemeTemplate', { roundnessIn: preset.roundnessIn });
    await connect(window, service, preset.id);
    const shell = new Shell(window);

    const studio = await draft(window, 'Vesper');
    await studio.publishButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    await expect(studio.inspector.getByText('Northwind saved it exactly as sent.')).toBeVisible();
    await studio.backToLibrary();

    await shell.goTo('Previews');
    const previews = new Previews(window);
    await previews.fill({ botId: ' cl/bot 1 ', recipient: '+44 20-7946 0958', startGroup: 'g1' });
    await previews.start();
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();
    await previews.startGroup.fill('');
    await previews.startButton.click();
    await expect(previews.history).toHaveCount(2);
    await expect(previews.notice('The service accepted the preview.')).toBeVisible();

    await shell.goTo('Billing');
    const billing = new Billing(window);
    const returnTo = 'https://northwind.example/thanks';
    await billing.choose({ plan: 'Pro', billed: 'Yearly', currency: 'EUR', returnTo });
    await preset.chooseChats(billing);
    await billing.change();
    await expect(billing.sheet.getByText(/^Complete the checkout first\./u)).toBeVisible();

    await shell.goTo('Domains');
    const domains = new Domains(window);
    await domains.register('Bot.Example.com');
    await expect(domains.sheet.getByText('The service accepted the domain.')).toBeVisible();

    const to = '+44 20-7946 0958';
    const path: unknown = expect.stringMatching(/^\/api\/v1\/themeTemplates\/[0-9a-f-]{36}$/u);
    expect(
      service.received().map((request) => ({
        method: request.method,
        path: request.path,
        body: JSON.parse(request.body) as unknown,
      })),
    ).toEqual([
      {
        method: 'PUT',
        path,
        body: { workspaceId: 'ws_4f2c9a', name: 'Vesper', theme: preset.theme },
      },
      { method: 'POST', path: preset.previewPath, body: { to, startGroupId: 'g1' } },
      { method: 'POST', path: preset.previewPath, body: { to } },
      {
        method: 'PATCH',
        path: '/api/v1/billing/subscription',
        body: {
          workspaceId: 'ws_4f2c9a',
          returnUrl: returnTo,
          plan: 'PRO',
          additionalChats: preset.additionalChats,
          currency: 'eur',
          isYearly: true,
        },
      },
      {
        method: 'POST',
        path: '/api/v1/custom-domains',
        body: { workspaceId: 'ws_4f2c9a', name: 'bot.example.com' },
      },
    ]);
    for (const { headers } of service.received()) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${service.token}`,
      });
    }
    expect(home.secrets()).toEqual([service.token]);
  });
}

test.describe('as a real one was seen', () => {
  test('it gives themes ids of its own, and a second publication makes no copy', async ({
    foyer: { window },
    service,
  }) => {
    service.beLikeARealService();
    await connect(window, service, 'typebot-2023');
    const studio = await draft(window, 'Vesper');
    await studio.publishButton.click();
    await expect(
      studio.inspector.getByText('Northwind assigned its own ID. Foyer uses it from now on.'),
    ).toBeVisible();
    await expect(studio.inspector.getByText('Northwind saved it exactly as sent.')).toBeVisible();
    const [template] = service.state().templates;
    await expect(studio.inspector.getByText(template?.id ?? '', { exact: true })).toBeVisible();

    await studio.typeColour('Buttons', 'background', '#0B6E4F');
    await studio.saved();
    await studio.publishButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    const [first, second, ...more] = service.received().map(({ path }) => path);
    expect(more).toEqual([]);
    expect(first).not.toContain(template?.id);
    expect(second).toBe(`/api/v1/themeTemplates/${template?.id ?? ''}`);
    expect(service.state().templates).toHaveLength(1);

    await test.step('a first save that it may have taken is not repeated unasked', async () => {
      await studio.backToLibrary();
      await draft(window, 'Umbra');
      service.setBehaviour('saveThemeTemplate', {
        ids: 'own',
        roundnessIn: 'chat',
        cut: 'afterActing',
      });
      await studio.publishButton.click();
      await expect(
        studio.inspector.getByText(
          /Northwind assigns its own IDs, so sending again could create a duplicate\./u,
        ),
      ).toBeVisible();
      expect(service.received()).toHaveLength(3);
    });
  });

  test('it drops the roundness and answers another workspace, and Foyer says so', async ({
    foyer: { window },
    service,
  }) => {
    service.setBehaviour('saveThemeTemplate', {
      ids: 'own',
      roundnessIn: 'chat',
      rewrite: { workspaceId: 'ws_other', 'theme.chat.buttons.color': '#000001' },
    });
    await connect(window, service);
    const studio = await draft(window, 'Vesper');
    await studio.publishButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    await expect(studio.inspector.getByText('What Northwind changed')).toBeVisible();
    const made = (text: string) => studio.inspector.getByRole('listitem').filter({ hasText: text });
    await expect(made('Roundness: dropped').first()).toContainText('Large');
    await expect(made('Workspace ID')).toContainText('ws_4f2c9a');
    await expect(made('Workspace ID')).toContainText('ws_other');
    await expect(made('#000001')).toContainText('Buttons, text');
    await expect(made('#000001')).toContainText('#FFFFFF');
  });

  test('it answers 500 to a wrong token, and Foyer says what that can be', async ({
    foyer: { window },
    service,
  }) => {
    service.beLikeARealService();
    const welcome = new Welcome(window);
    await welcome.connect({ baseAddress: service.baseAddress, token: 'not-the-token' });
    const shell = new Shell(window);
    const todo = 'Some services answer 500 to a wrong token, so check the token too.';

    const studio = await draft(window, 'Vesper');
    await studio.publishButton.click();
    await expect(studio.notice('The service failed (500).')).toBeVisible();
    await expect(studio.inspector.getByText(todo)).toBeVisible();
    await expect(studio.inspector.getByText('Internal server error')).toBeVisible();
    await studio.backToLibrary();

    await shell.goTo('Previews');
    const previews = new Previews(window);
    await previews.fill({ botId: 'cl_bot', recipient: '447946' });
    await previews.start();
    await expect(previews.notice('The service failed (500).')).toContainText(todo);

    await shell.goTo('Billing');
    const billing = new Billing(window);
    await billing.change();
    await expect(billing.sheet.getByText(todo)).toBeVisible();

    await shell.goTo('Domains');
    const domains = new Domains(window);
    await domains.register('bot.example.com');
    await expect(domains.sheet.getByText(todo)).toBeVisible();
    expect(service.received()).toHaveLength(4);
  });

  test('its 404 can mean many things, and Foyer names them', async ({
    foyer: { window },
    service,
  }) => {
    await connect(window, service);
    const shell = new Shell(window);
    const title = 'The service didn’t find it (404).';

    service.setBehaviour('all', { status: 404, message: 'Workspace not found' });
    const studio = await draft(window, 'Vesper');
    await studio.publishButton.click();
    await expect(studio.notice(title)).toContainText(
      'This can mean a wrong workspace ID, someone else’s workspace, a token without access to it, or a wrong base address.',
    );
    await expect(studio.notice(title)).toContainText('Workspace not found');
    await studio.backToLibrary();

    await shell.goTo('Previews');
    const previews = new Previews(window);
    await previews.fill({ botId: 'cl_bot', recipient: '447946' });
    await previews.start();
    await expect(previews.notice(title)).toContainText(
      'This can mean a wrong bot ID, a bot in another workspace, a wrong start group or recipient, a token without access, or a wrong base address.',
    );

    await shell.goTo('Billing');
    const billing = new Billing(window);
    await billing.change();
    await expect(billing.sheet).toContainText(
      'This can mean a wrong workspace ID, a token whose owner isn’t an administrator there, a workspace that never had a subscription, or a wrong base address.',
    );

    await shell.goTo('Domains');
    const domains = new Domains(window);
    await domains.register('bot.example.com');
    await expect(domains.sheet.getByText(title)).toBeVisible();
    await expect(domains.sheet).toContainText('someone else’s workspace');
  });

  test('it stores a domain, answers 500, and 409 to the next try', async ({
    foyer: { window },
    service,
  }) => {
    service.beLikeARealService();
    await connect(window, service, 'typebot-2023');
    await new Shell(window).goTo('Domains');
    const domains = new Domains(window);
    // An ending of one letter is odd enough for it.
    await domains.register('bot.intranet.x');
    await expect(domains.sheet.getByText('The service failed (500).')).toBeVisible();
    await expect(domains.sheet.getByText('It may have acted before it failed.')).toBeVisible();
    await expect(domains.sheet).toContainText(
      'If the service then answers 409, this request may have added the domain.',
    );
    await domains.register('bot.intranet.x');
    await expect(
      domains.sheet.getByText('The service refused it because of a conflict (409).'),
    ).toBeVisible();
    await expect(domains.sheet).toContainText(
      'It may already be there, perhaps from an earlier try of yours. Check the service’s dashboard.',
    );
    expect(service.received()).toHaveLength(2);
    expect(service.state().domains).toHaveLength(1);
  });

  test('it gives a checkout without a workspace, and later changes at once without a checkout', async ({
    foyer: { window },
    service,
  }) => {
    service.beLikeARealService();
    await connect(window, service, 'typebot-2023');
    await new Shell(window).goTo('Billing');
    const billing = new Billing(window);
    await billing.choose({ plan: 'Pro', returnTo: 'https://northwind.example/thanks' });
    await billing.change();
    await expect(
      billing.sheet.getByText(
        'Complete the checkout first. Most services make the change after that.',
      ),
    ).toBeVisible();
    // Plain http on this computer is for practice; this service is a stranger.
    await expect(billing.sheet.getByText('Foyer doesn’t open this checkout address')).toBeVisible();

    const [checkout] = service.state().checkouts;
    await fetch(`${service.origin}/checkout/${checkout?.id ?? ''}/complete`, {
      method: 'POST',
      redirect: 'manual',
    });
    await billing.choose({ plan: 'Starter' });
    await billing.option('Additional chats', '2').click();
    await billing.change();
    await expect(
      billing.sheet.getByText('The service changed the subscription and reports the plan Starter.'),
    ).toBeVisible();
    await expect(billing.sheet.getByText('Practice workspace')).toBeVisible();
    await expect(billing.openCheckoutButton).toBeHidden();
    expect(service.received()).toHaveLength(2);
    expect(service.state().workspaces[0]).toMatchObject({
      plan: 'STARTER',
      additionalChatsIndex: 2,
    });
  });

  test('it says "success", which is never called delivered', async ({
    foyer: { window },
    service,
  }) => {
    service.beLikeARealService();
    await connect(window, service, 'typebot-2023');
    await new Shell(window).goTo('Previews');
    const previews = new Previews(window);
    await previews.fill({ botId: 'cl_bot', recipient: '+44 20-7946 0958' });
    await previews.start();
    const { title, todo } = outcomeText({ kind: 'accepted', status: 200 }, 'startChatAppPreview');
    await expect(previews.notice(title)).toContainText(todo);
    await expect(previews.notice(title)).toContainText('Accepted doesn’t mean delivered');
    await expect(window.getByText('success', { exact: true })).toBeVisible();
    expect(service.state().previews).toHaveLength(1);
  });
});
