/** The main job: every field edited with no network, the app killed, published when it is back. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Studio } from './pages/studio';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

/** What is typed, and with it the exact body that the contract asks for. */
const theme = {
  general: {
    font: 'Space Grotesk',
    background: { type: 'Image', content: 'https://northwind.example/ground.png' },
  },
  chat: {
    hostAvatar: { isEnabled: false, url: 'https://northwind.example/bot.png' },
    guestAvatar: { isEnabled: true, url: 'https://northwind.example/guest.png' },
    hostBubbles: { backgroundColor: '#101820', color: '#F2AA4C' },
    guestBubbles: { backgroundColor: '#663399', color: '#FFFFFE' },
    buttons: { backgroundColor: '#0B6623', color: '#FAFAFA' },
    inputs: { backgroundColor: '#EEEEEE', color: '#111111', placeholderColor: '#555555' },
  },
  roundness: 'large',
  customCss: '.typebot-button {\n  letter-spacing: 0.02em;\n}\n',
};

async function editEveryField(studio: Studio): Promise<void> {
  const { general, chat } = theme;
  await (await studio.section('Font')).getByRole('combobox', { name: 'Font' }).fill(general.font);
  await studio.choose('Background', 'Image');
  await studio.type('Background', 'Image address', general.background.content);
  for (const [section, { url }] of [
    ['Bot avatar', chat.hostAvatar],
    ['Guest avatar', chat.guestAvatar],
  ] as const) {
    // One is on and one is off at the start; both are turned the other way.
    await (await studio.section(section)).getByRole('switch').click();
    await studio.type(section, 'Image address', url);
  }
  for (const [section, surface] of [
    ['Bot bubbles', chat.hostBubbles],
    ['Guest bubbles', chat.guestBubbles],
    ['Buttons', chat.buttons],
    ['Inputs', chat.inputs],
  ] as const) {
    const { backgroundColor } = surface;
    // A name is taken as the hex that it means.
    const typed = backgroundColor === '#663399' ? 'rebeccapurple' : backgroundColor;
    await studio.typeColour(section, 'background', typed);
    await studio.typeColour(section, 'text', surface.color);
  }
  await studio.typeColour('Inputs', 'placeholder', chat.inputs.placeholderColor);
  await studio.choose('Roundness', 'Large');
  await studio.type('Custom CSS', 'Style sheet', theme.customCss);
}

test('every field is edited offline, survives a kill, and is published as the contract has it', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });

  // The network goes away: from here on nothing answers at the service’s address.
  await service.stop();
  const studio = await new Library(first.window).newTheme();
  await studio.rename('Vesper');
  await editEveryField(studio);
  await studio.saved();
  await home.kill();

  const second = await home.start();
  const library = new Library(second.window);
  await expect(library.cards).toHaveCount(1);
  const again = await library.open('Vesper');
  await expect(
    (await again.section('Custom CSS')).getByRole('textbox', { name: 'Style sheet' }),
  ).toHaveText(theme.customCss, { useInnerText: true });
  await expect(
    (await again.section('Guest bubbles')).getByRole('textbox', {
      name: 'Guest bubbles, background',
      exact: true,
    }),
  ).toHaveValue('#663399');

  await test.step('publishing with no network waits and says why', async () => {
    await again.publishButton.click();
    await expect(again.inspector.getByText('Nothing was answering at the service')).toBeVisible();
    expect(service.received()).toEqual([]);
  });

  await test.step('the network comes back, and it goes out by itself', async () => {
    await service.start();
    await expect(again.inspector.getByText('The service saved the theme.')).toBeVisible({
      timeout: 20_000,
    });
  });

  const [request] = service.received();
  expect(request).toMatchObject({ method: 'PUT' });
  const [file] = await readdir(home.library);
  const stored = JSON.parse(await readFile(join(home.library, file ?? ''), 'utf8')) as {
    publications: Record<string, { templateId: string }>;
  };
  const [publication] = Object.values(stored.publications);
  expect(request?.path).toBe(`/api/v1/themeTemplates/${publication?.templateId ?? ''}`);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    workspaceId: 'ws_4f2c9a',
    name: 'Vesper',
    theme,
  });
  expect(service.received()).toHaveLength(1);
});

test('a theme with unknown fields keeps them in the library and never sends them', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const studio = await new Library(first.window).newTheme();
  await studio.rename('By hand');
  await studio.saved();
  await first.app.close();

  const [name] = await readdir(home.library);
  const path = join(home.library, name ?? '');
  const document = JSON.parse(await readFile(path, 'utf8')) as {
    theme: { chat: Record<string, unknown> };
  };
  document.theme.chat['shadow'] = { blur: 12 };
  await writeFile(path, JSON.stringify({ ...document, note: 'mine' }, null, 2));

  const second = await home.start();
  const again = await new Library(second.window).open('By hand');
  await again.typeColour('Buttons', 'background', '#123456');
  await again.saved();
  await again.publishButton.click();
  await expect(again.inspector.getByText('The service saved the theme.')).toBeVisible();

  const after = JSON.parse(await readFile(path, 'utf8')) as typeof document & { note: string };
  expect(after.note).toBe('mine');
  expect(after.theme.chat['shadow']).toEqual({ blur: 12 });
  expect(service.received()[0]?.body).not.toContain('shadow');
  expect(service.received()[0]?.body).toContain('#123456');
});
