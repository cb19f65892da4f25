/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A person has linked a theme to a template that was there, and published nothing. The question whether its connection is
 * removed doesn't say that the theme is published there: on its card it never was.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { confirmation } from '../../ui/confirmation.svelte';
import Confirmations from '../../ui/Confirmations.svelte';
import { layers } from '../../ui/layers';
import ConnectionList from './ConnectionList.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  confirmation.current?.answer(false);
  cleanup();
  library.end();
  outbox.end();
  connections.end();
});

type Made = Awaited<ReturnType<typeof outboxFixture>>;

/** What is said of the themes that stay, before a connection is removed. */
async function saidAfter(work: (made: Made) => Promise<unknown>): Promise<string> {
  const made = await outboxFixture();
  await work(made);
  await made.settled();
  const list = [trialConnection('c1', { ...made.connection, tokenState: 'keychain' })];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: made.library.handlers,
    outbox: made.outbox.handlers,
  });
  await Promise.all([connections.start(), outbox.start(), library.start()]);
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  render(Confirmations);
  render(ConnectionList);
  await user.click(screen.getByRole('button', { name: 'More for Northwind' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  return (await screen.findByText(/your library\./u)).textContent;
}

it('the control: one that was published stays', async () => {
  expect(await saidAfter((made) => made.publish())).toContain(
    'The 1 theme published there stays in your library.',
  );
});

it('one that was only linked is not said to be published', async () => {
  const said = await saidAfter(({ outbox: room, place }) =>
    Promise.resolve(room.handlers.link({ ...place, templateId: 'tpl_7' })),
  );
  expect(said).not.toContain('published there');
});
