/** A token: entered in the window, kept in the keychain, sent in the header, and nowhere else. */
import { everythingIn, expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

test.describe.configure({ retries: 0 });

const canary = 'canary-5f1c7e90b2d84a36';

test('a token goes from the window to the keychain and the header, and nowhere else', async ({
  home,
  service,
}) => {
  const spoken: string[] = [];
  const { app, window } = await home.start();
  window.on('console', (message) => spoken.push(message.text()));
  app.process().stdout?.on('data', (chunk) => spoken.push(String(chunk)));
  app.process().stderr?.on('data', (chunk) => spoken.push(String(chunk)));

  await test.step('entered in the window', async () => {
    await new Welcome(window).connect({ baseAddress: service.baseAddress, token: canary });
  });

  await test.step('found in the keychain by another process', () => {
    expect(home.secrets()).toEqual([canary]);
  });

  await test.step('presented to the service', async () => {
    const studio = await new Library(window).newTheme();
    await studio.publishButton.click();
    await expect(studio.inspector.getByText(/refused/u).first()).toBeVisible();
    expect(service.received().at(-1)?.headers['authorization']).toBe(`Bearer ${canary}`);
  });

  await test.step('found nowhere else', async () => {
    const inPage = await window.evaluate(async () => {
      const said = await Promise.all(
        ['app.state', 'app.diagnostics', 'connections.list', 'library.list'].map((name) =>
          self.foyer.invoke(name, undefined),
        ),
      );
      const listed = (await self.foyer.invoke('activity.list', { limit: 50 })) as {
        value: { entries: { id: string }[] };
      };
      const details = await Promise.all(
        listed.value.entries.map(({ id }) => self.foyer.invoke('activity.details', { id })),
      );
      return JSON.stringify([said, listed, details]) + document.documentElement.outerHTML;
    });
    expect(inPage).toContain('Authorization');
    expect(inPage).not.toContain(canary);
    await app.close();
    const onDisk = (await everythingIn(home.profile)) + (await everythingIn(home.library));
    expect(onDisk).toContain('ws_4f2c9a');
    expect(onDisk).not.toContain(canary);
    expect(spoken.join('\n')).not.toContain(canary);
  });
});

test('a token that is replaced by one until Foyer quits does not come back', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  expect(home.secrets()).toEqual([service.token]);
  await first.window.evaluate(async (token) => {
    const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
      value: { list: [{ id: string }] };
    };
    const [reach] = value.list;
    const { id } = reach;
    await self.foyer.invoke('connections.replaceToken', { id, reach, token, keep: 'session' });
  }, canary);
  await expect.poll(() => home.secrets()).toEqual([]);

  await home.kill();
  const { window } = await home.start();
  await expect(window.getByRole('button', { name: 'Northwind: token missing' })).toBeVisible();
  const answer = await window.evaluate(async () => {
    const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
      value: { currentId: string };
    };
    const form = { connectionId: value.currentId, botId: 'bot', to: '+44 1', startGroupId: '' };
    const first = (await self.foyer.invoke('previews.isNewRecipient', form)) as {
      value: { place: string };
    };
    return self.foyer.invoke('previews.start', { ...form, confirmedPlace: first.value.place });
  });
  expect(answer).toMatchObject({ ok: false, problem: { code: 'tokenMissing' } });
  expect(service.received()).toEqual([]);
});

test.describe('without a keychain', () => {
  test.use({ keychainState: 'absent' });

  test('the person is told, and may keep the token until Foyer quits', async ({
    home,
    service,
  }) => {
    const { window } = await home.start();
    const welcome = new Welcome(window);
    await welcome.openForm();
    await welcome.fill({ baseAddress: service.baseAddress, token: canary });
    await welcome.connectButton.click();
    await welcome.addAnywayButton.click();
    await expect(window.getByText('This computer has no keychain Foyer can use.')).toBeVisible();
    await expect(welcome.field('Base address')).toHaveValue(service.baseAddress);
    await window.getByRole('button', { name: 'Keep the token until Foyer quits' }).click();
    await window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
    expect(await everythingIn(home.profile)).not.toContain(canary);

    // The next start has no token, and says so.
    await home.kill();
    const again = await home.start();
    await expect(
      again.window.getByRole('button', { name: 'Northwind: token missing' }),
    ).toBeVisible();
  });
});

test.describe('with a locked keychain', () => {
  test.use({ keychainState: 'locked' });

  test('the person is told, and nothing that was typed is lost', async ({ home, service }) => {
    const { window } = await home.start();
    const welcome = new Welcome(window);
    await welcome.openForm();
    await welcome.fill({ baseAddress: service.baseAddress, token: canary });
    await welcome.connectButton.click();
    await welcome.addAnywayButton.click();
    await expect(
      window.getByText('The keychain didn’t answer. It’s probably locked.'),
    ).toBeVisible();
    await expect(welcome.field('Token')).toHaveValue(canary);
    // The check alone, with the token as typed.
    expect(service.received().map(({ body }) => body)).toEqual(['{}']);
  });
});

test.describe('with a keychain that never answers', () => {
  test.use({ keychainState: 'silent' });

  test('themes are saved, however many calls wait for it', async ({ home, service }) => {
    const { window } = await home.start();
    const made = await window.evaluate(async (baseAddress) => {
      const input = {
        ...{ label: 'Northwind', baseAddress, workspaceId: 'ws', colour: 'petrol' },
        ...{ preset: 'documented', presentation: { kind: 'bearer' } },
      };
      const added = (await self.foyer.invoke('connections.add', {
        input,
        ...{ token: 'for now', keep: 'session' },
      })) as { value: { id: string } };
      const { id } = added.value;
      // As many as main has threads, and more. Nobody waits for them.
      let ended = 0;
      for (let call = 0; call < 6; call += 1) {
        const token = `token ${String(call)}`;
        void self.foyer
          .invoke('connections.replaceToken', { id, reach: input, token, keep: 'keychain' })
          .then(() => (ended += 1));
      }
      // More than there is time for before the first of them has reached the keychain.
      const answers: unknown[] = [];
      for (let theme = 1; theme <= 60; theme += 1) {
        answers.push(await self.foyer.invoke('library.create', { name: `Vesper ${theme}.` }));
      }
      return { answers, ended };
    }, service.baseAddress);
    // The keychain gives up by itself some time: no theme waited for that.
    expect(made.ended).toBe(0);
    expect(made.answers).toEqual(Array(60).fill(expect.objectContaining({ ok: true })));
    expect(await everythingIn(home.library)).toContain('Vesper 60.');
    // At the end of a process the system waits for the call that still has no answer.
    await home.kill();
  });
});
