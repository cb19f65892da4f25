/** Connections: what *Check connection* finds, and what is refused where it is typed. */
import { createPracticeService, type PracticeBehaviour } from '../src-main/practice/practice';
import { expect, freePort, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

const longest = 80;

/** Whether what is seen at an element's last line is the element. */
function isOnTop(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 4, bottom - 16));
}

test('each finding has its sentence, and what was typed stays', async ({
  foyer: { window },
  home,
  service,
}) => {
  const elsewhere = createPracticeService();
  const place = await elsewhere.start();
  const { host } = new URL(place.origin);
  const welcome = new Welcome(window);
  const form = window.getByRole('alert').or(window.getByRole('status'));
  await welcome.openForm();

  async function finds(
    typed: { baseAddress: string; token: string },
    title: string,
    ...more: string[]
  ): Promise<void> {
    await welcome.fill(typed);
    await welcome.checkButton.click();
    const notice = form.filter({ has: window.getByText(title, { exact: true }) });
    await expect(notice).toBeVisible();
    // Nor is it behind the buttons, which stay in reach under a long form.
    await expect.poll(() => notice.evaluate(isOnTop)).toBe(true);
    for (const line of more) await expect(notice.getByText(line, { exact: true })).toBeVisible();
    await expect(welcome.field('Name')).toHaveValue('Northwind');
    await expect(welcome.field('Base address')).toHaveValue(typed.baseAddress);
    await expect(welcome.field('Workspace ID')).toHaveValue('ws_4f2c9a');
    await expect(welcome.field('Token')).toHaveValue(typed.token);
  }

  const right = { baseAddress: service.baseAddress, token: service.token };
  const wrong = { ...right, token: 'not-the-token' };

  await test.step('good', async () => {
    await finds(
      right,
      'The service accepts this token',
      'It rejected an empty test theme (400), as expected. Foyer can’t check the workspace ID.',
    );
    const [asked] = service.received();
    expect(asked).toMatchObject({
      method: 'PUT',
      path: '/api/v1/themeTemplates/foyer-connection-check',
      body: '{}',
    });
    expect(service.state().templates).toEqual([]);
  });
  await test.step('token refused', async () => {
    await finds(
      wrong,
      'The service refused the token (401)',
      'Enter the token again, or check under Advanced how this service expects it.',
      'Unauthorized',
    );
  });
  await test.step('a wrong token answered with 500', async () => {
    service.beLikeARealService();
    await finds(
      wrong,
      'The service answered with an error (500)',
      'Some services answer a wrong token this way. Check the token first, then try again later.',
      'Internal server error',
    );
    await finds(right, 'The service accepts this token');
  });

  const behaviours: readonly [PracticeBehaviour, string, ...string[]][] = [
    [
      { status: 403 },
      'The service refused the request (403)',
      'The token may be wrong or may not have access. Enter it again, or check under Advanced how this service expects it.',
    ],
    [
      { status: 200 },
      'The service accepted an empty theme',
      'A compatible service would have refused it, so this may be a different server. Check the base address.',
    ],
    [{ form: 'html' }, 'This address returned a web page (200), not the service'],
    [
      { status: 404, form: 'html' },
      'This address returned a web page (404), not the service',
      'Check the base address. Use the API’s address, not the dashboard’s; it ends in v1.',
    ],
    [
      { redirect: { status: 307, to: `${place.origin}/api/v1/other` } },
      `This address redirects to ${host} (307)`,
      'Foyer doesn’t follow redirects, so that nothing goes anywhere else. Enter the final address.',
    ],
    [
      { status: 404, message: 'Not found' },
      'Something answered (404), but it doesn’t have this operation',
      'Check the base address. Use the API’s address, not the dashboard’s; it ends in v1.',
    ],
    [
      { status: 404, message: 'Workspace not found' },
      'The service accepts this token',
      'It rejected an empty test theme (404), as expected. Foyer can’t check the workspace ID.',
    ],
    [{ status: 429 }, 'The service asked Foyer to wait (429)'],
    [
      { status: 500, message: 'Can’t reach the database' },
      'The service answered with an error (500)',
      'The token hasn’t been checked. Try again later.',
    ],
    [
      { status: 400, form: 'text' },
      'The service refused the request (400)',
      'Foyer can’t tell whether it accepts this token.',
    ],
    [{ form: 'empty' }, 'Something answered (200), but not like this kind of service'],
    [{ status: 204 }, 'Something answered (204), but not like this kind of service'],
    [
      { cut: 'afterReading' },
      'Couldn’t reach the service',
      'The connection was interrupted. Try again.',
    ],
    [{ form: 'huge' }, 'Something answered (200), but not like this kind of service'],
  ];
  for (const [behaviour, title, ...more] of behaviours) {
    await test.step(JSON.stringify(behaviour), async () => {
      service.setBehaviour('saveThemeTemplate', behaviour);
      await finds(right, title, ...more);
      service.setBehaviour('saveThemeTemplate', null);
    });
  }
  expect(elsewhere.received()).toEqual([]);
  await elsewhere.stop();

  await test.step('nothing listens', async () => {
    await finds(
      { ...right, baseAddress: `http://127.0.0.1:${String(await freePort())}/api/v1` },
      'Couldn’t reach the service',
      'Nothing was answering at this address. The service may be down.',
    );
  });
  await test.step('no such name', async () => {
    await finds(
      { ...right, baseAddress: 'https://nowhere.invalid/api/v1' },
      'Couldn’t reach the service',
      'No server has this name. Check the base address.',
    );
  });
  // Checking stores nothing.
  expect(home.secrets()).toEqual([]);
});

test('what can’t be right is refused at its field, and stays there', async ({
  foyer: { window },
  home,
  service,
}) => {
  const welcome = new Welcome(window);
  await welcome.openForm();
  const good = {
    Name: 'Northwind',
    'Base address': service.baseAddress,
    'Workspace ID': 'ws_4f2c9a',
    Token: service.token,
  };
  async function fill(typed: Partial<Record<string, string>> = {}): Promise<void> {
    for (const [field, text] of Object.entries({ ...good, ...typed })) {
      await welcome.field(field).fill(text ?? '');
    }
  }

  const required = 'This can’t be empty.';
  const refused = [
    ['Name', '', required],
    ['Name', 'n'.repeat(longest + 1), 'This is too long.'],
    ['Base address', ' ', required],
    ['Base address', 'northwind', 'Enter a web address, for example https://example.com/api/v1'],
    [
      'Base address',
      'ftp://northwind.example/v1',
      'Enter a web address, for example https://example.com/api/v1',
    ],
    [
      'Base address',
      'http://northwind.example/api/v1',
      'The address must begin with https:// (plain http is for this computer only).',
    ],
    [
      'Base address',
      'https://northwind.example/api',
      'The address must end in v1, for example https://example.com/api/v1',
    ],
    [
      'Base address',
      'https://me:secret@northwind.example/api/v1',
      'Remove the user name or password from the address. The token has its own field.',
    ],
    ['Base address', 'https://northwind.example/api/v1?key=1', 'The address can’t contain ? or #.'],
    ['Workspace ID', '  ', required],
    ['Token', '', required],
    ['Token', 'täken', 'This has characters that a header can’t contain, such as a line break.'],
  ] as const;
  for (const [field, text, reason] of refused) {
    await test.step(`${field}: ${text.slice(0, 50)}`, async () => {
      await fill({ [field]: text });
      for (const button of [welcome.checkButton, welcome.connectButton]) {
        await button.click();
        await expect(welcome.field(field)).toHaveAccessibleDescription(reason);
        await expect(welcome.field(field)).toHaveValue(text);
        await expect(welcome.field(field)).toBeFocused();
      }
    });
  }

  await fill();
  await window.getByText('Advanced: how the token is sent').click();
  await window.getByRole('radio', { name: 'Another header' }).click();
  for (const [field, text, reason] of [
    ['Header', '', required],
    [
      'Header',
      'X Key',
      'A header name can only have letters, digits and dashes, for example X-Api-Key',
    ],
    ['Header', 'Host', 'Foyer or the network sets this header itself. Choose another.'],
    ['Header', 'content-type', 'Foyer or the network sets this header itself. Choose another.'],
    ['Scheme', 'Tökén', 'This has characters that a header can’t contain, such as a line break.'],
  ] as const) {
    await test.step(`${field}: ${text}`, async () => {
      await window.getByRole('textbox', { name: 'Header' }).fill('X-Api-Key');
      await window.getByRole('textbox', { name: field }).fill(text);
      await welcome.connectButton.click();
      await expect(window.getByRole('textbox', { name: field })).toHaveAccessibleDescription(
        reason,
      );
      await expect(window.getByRole('textbox', { name: field })).toHaveValue(text);
    });
  }
  expect(service.received()).toEqual([]);
  expect(home.secrets()).toEqual([]);
});

test('a token goes in the header that the person names', async ({ foyer: { window } }) => {
  const service = createPracticeService({
    presentation: { kind: 'header', header: 'X-Api-Key', scheme: 'Token' },
  });
  const { baseAddress, token } = await service.start();
  const welcome = new Welcome(window);
  await welcome.openForm();
  await welcome.fill({ baseAddress, token });
  await welcome.checkButton.click();
  await expect(window.getByText('The service refused the token (401)')).toBeVisible();

  await window.getByText('Advanced: how the token is sent').click();
  await window.getByRole('radio', { name: 'Another header' }).click();
  await window.getByRole('textbox', { name: 'Header' }).fill('X-Api-Key');
  await window.getByRole('textbox', { name: 'Scheme' }).fill('Token');
  await welcome.checkButton.click();
  await expect(window.getByText(/^The service accepts this token/u)).toBeVisible();

  await welcome.connectButton.click();
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  const { headers } = service.received().at(-1) ?? { headers: {} };
  expect(headers).toMatchObject({ 'x-api-key': `Token ${token}` });
  expect(headers).not.toHaveProperty('authorization');
  await service.stop();
});

test('a service that asks for no token gets none', async ({ foyer: { window }, home }) => {
  const service = createPracticeService({ presentation: { kind: 'none' } });
  const { baseAddress } = await service.start();
  const welcome = new Welcome(window);
  await welcome.openForm();
  await welcome.fill({ baseAddress, token: 'typed-before' });
  await window.getByText('Advanced: how the token is sent').click();
  await window.getByRole('radio', { name: 'No token' }).click();
  await welcome.connectButton.click();
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  expect(JSON.stringify(service.received())).not.toContain('typed-before');
  expect(home.secrets()).toEqual([]);
  await service.stop();
});
