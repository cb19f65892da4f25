/* eslint-disable @typescript-eslint/no-restricted-imports -- What the dialog offers over the real outbox. */
/**
 * A theme is being published to a service that is slow to answer, and a person chooses a copy of their library. Its theme is
 * another one, but of the same place: main neither links nor unlinks it until that is answered. The dialog offers no link that
 * could only be refused, as it doesn't in the library that the theme was published from; or it is linked.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { m } from '@shared/messages/messages';
import { trialConnection } from '@shared/trial-connection';
import { arrived, outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

/** What becomes of a person's wish to link it, with the theme on its way where that is so. */
async function linked(isInCopy: boolean, isOnItsWay: boolean): Promise<string> {
  const made = await outboxFixture();
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  const release = made.practice.holdAnswers();
  if (isOnItsWay) {
    await made.publish();
    await arrived(made.practice);
  }
  if (isInCopy) await made.library.handlers.useFolder({ folder: copy, move: false });
  const connection = trialConnection('c1', { ...made.connection, tokenState: 'keychain' });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'c1' }) },
    outbox: made.outbox.handlers,
  });
  await connections.start();
  await outbox.start();
  const [theme] = (await made.library.handlers.list(undefined)).themes;
  if (!theme) throw new Error('it is there');
  let isClosed = false;
  render(LinkDialog, { theme, onclose: () => (isClosed = true) });
  const dialog = within(await screen.findByRole('dialog'));
  const person = userEvent.setup();
  await person.type(dialog.getByRole('textbox'), 'tpl_7');
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: m.library_link_save() });
  const isOff = button.disabled || button.getAttribute('aria-disabled') === 'true';
  if (!isOff) {
    await person.click(button);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  }
  const isRefused = dialog.queryByText(m.problem_already_under_way_what()) !== null;
  release();
  await made.settled();
  if (isOff) return 'not offered';
  return isClosed ? 'linked' : isRefused ? 'refused' : 'nothing';
}

it('the control: nothing of it is on its way', async () => {
  expect(await linked(true, false)).toBe('linked');
});

it('the control: in the library that it was published from', async () => {
  expect(await linked(false, true)).toBe('not offered');
});

it('in a copy of that library', async () => {
  expect(['linked', 'not offered']).toContain(await linked(true, true));
});
