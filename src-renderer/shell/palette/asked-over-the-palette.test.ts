/**
 * The palette is open, and a question comes by itself and lies over it: a proxy wants to be signed in to. What a person
 * types then is typed in the question that they see: the password stands nowhere in plain text, and Enter is the question's.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import ProxyQuestions from '../../features/proxy/ProxyQuestions.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import PaletteHost from './PaletteHost.svelte';

beforeAll(
  () =>
    Promise.all([
      import('./palette-parts'),
      import('../../features/proxy/ProxySignIn.svelte'),
      layers.load(),
    ]),
  120_000,
);

const question = { id: 'q1', host: 'proxy.example:3128', realm: '', isAgain: false };
const user = userEvent.setup();
let answers: unknown[];

async function ask(isPaletteOpen: boolean): Promise<FakeMain> {
  answers = [];
  const main = installFakeMain({
    app: { recentCommands: () => [], noteCommand: () => undefined },
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: { starters: () => [] },
    proxy: {
      waiting: () => null,
      answer: ({ signIn }) => {
        answers.push(signIn);
        main.emit('proxy.changed', null);
      },
    },
  });
  await connections.start();
  render(ProxyQuestions);
  render(PaletteHost, { open: isPaletteOpen, showShortcuts: () => undefined });
  if (isPaletteOpen) {
    const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
    await waitFor(() => expect(field).toHaveFocus());
  }
  main.emit('proxy.changed', question);
  await screen.findByRole('dialog', { name: 'Sign in to the proxy' });
  return main;
}

it.each([
  ['the control: without the palette', false],
  ['over the palette', true],
])('what is typed is in the question: %s', async (_name, isPaletteOpen) => {
  await ask(isPaletteOpen);
  await user.click(screen.getByLabelText('User name'));
  await user.keyboard('mia');
  await user.click(screen.getByLabelText('Password'));
  await user.keyboard('s3cret');
  expect(screen.queryByDisplayValue(/s3cret/u)).toBe(screen.getByLabelText('Password'));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(answers).toEqual([{ username: 'mia', password: 's3cret' }]));
});

it.each([
  ['the control: without the palette', false],
  ['over the palette', true],
])('Enter is the question’s: %s', async (_name, isPaletteOpen) => {
  await ask(isPaletteOpen);
  const name = screen.getByLabelText('User name');
  await user.click(name);
  // What is prevented sends no form, and presses no button.
  expect(await fireEvent.keyDown(name, { key: 'Enter' })).toBe(true);
  const notNow = screen.getByRole('button', { name: 'Not now' });
  notNow.focus();
  expect(await fireEvent.keyDown(notNow, { key: 'Enter' })).toBe(true);
});
