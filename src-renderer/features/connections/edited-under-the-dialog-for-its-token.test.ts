/**
 * A person points a connection at another server, presses Save, and cancels as the disk takes its time: main has it, and
 * stores it a moment later (“was saved before you left”). By then they have opened *Replace token*, which says for which
 * server the token is, and goes on saying so. What is entered there is for that server and no other.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from '../../../src-main/connections/testing/fixture-connections';
import { realDisk } from '../../../src-main/storage/disk';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';
import ReplaceToken from './ReplaceToken.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const user = userEvent.setup();
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const there = 'https://elsewhere.example';

/** The next write waits until it is let through. */
function slowDisk() {
  const { open } = realDisk;
  let go: () => void = () => undefined;
  const gone = new Promise<void>((done) => (go = done));
  const writes = vi.spyOn(realDisk, 'open').mockImplementationOnce(async (...given) => {
    await gone;
    return open(...given);
  });
  onTestFinished(() => {
    go();
    writes.mockRestore();
  });
  return { go, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
}

async function tokenOfThere(isEditDoneFirst: boolean) {
  const room = await startConnections(await connectionsFolder(), openKeychain(), {
    onChange: (snapshot) => main.emit('connections.changed', snapshot),
  });
  const { handlers } = room;
  const main = installFakeMain({
    connections: {
      list: () => handlers.list(undefined),
      edit: (given) => handlers.edit(given),
      replaceToken: (given) => handlers.replaceToken(given),
      giveUp: () => handlers.giveUp(undefined),
    },
  });
  const { id } = await handlers.add({ input, token: 'token of northwind', keep: 'keychain' });
  await connections.start();
  const shown = () => connections.byId(id);

  const disk = slowDisk();
  const form = render(ConnectionForm, { connection: shown(), ondone() {}, oncancel() {} });
  const address = screen.getByLabelText('Base address');
  await user.clear(address);
  await user.type(address, `${there}/api/v1`);
  await user.type(screen.getByLabelText(/^Token/u, { selector: 'input' }), 'token of elsewhere');
  await press('Save connection');
  await disk.isWriting();
  await press('Cancel');
  form.unmount();
  const isStored = () => waitFor(() => expect(shown()?.host).toBe('elsewhere.example'));
  if (isEditDoneFirst) {
    disk.go();
    await isStored();
  }

  const connection = shown();
  if (!connection) throw new Error('It is gone.');
  render(ReplaceToken, { connection, onclose() {} });
  const dialog = await screen.findByRole('dialog');
  const said = dialog.textContent;
  await user.type(screen.getByLabelText(/^Token/u, { selector: 'input' }), 'entered in the dialog');
  disk.go();
  await isStored();
  const saidAtLast = dialog.textContent;
  await press('Replace token');
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('connections.replaceToken'));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setTimeout(next));
  return { said, saidAtLast, token: await room.tokenFor(id, there) };
}

it('the control: opened once it was saved, it is for the new server', async () => {
  const { said, token } = await tokenOfThere(true);
  expect(said).toContain('elsewhere.example');
  expect(token).toBe('entered in the dialog');
});

it('opened before that, what is entered for the server it names is kept for no other', async () => {
  const { said, saidAtLast, token } = await tokenOfThere(false);
  expect(said).toContain('northwind.example');
  const isSaidOfTheOther = saidAtLast.includes('elsewhere.example');
  // Either the dialog says for which server it is by now, or the token is not kept for it.
  expect(isSaidOfTheOther || token !== 'entered in the dialog').toBe(true);
});
