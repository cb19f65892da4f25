/**
 * The dialog for a token says for which server it is, and goes on saying so, also if an edit that the disk took its time
 * over points the connection elsewhere meanwhile. What is entered there is for that server and no other.
 */
import { trialConnection } from '@shared/trial-connection';
import { ProblemError } from '@shared/problem-error';
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ReplaceToken from './ReplaceToken.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

it('hands over where the connection led as it says it', async () => {
  const connection = trialConnection('northwind');
  const main = installFakeMain({
    connections: {
      replaceToken() {
        throw new ProblemError({ code: 'tokenNotChanged', label: connection.label });
      },
    },
  });
  const { rerender } = render(ReplaceToken, { connection, onclose() {} });
  const dialog = await screen.findByRole('dialog');
  const moved = { baseAddress: 'https://elsewhere.example/api/v1', host: 'elsewhere.example' };
  await rerender({ connection: { ...connection, ...moved }, onclose() {} });
  expect(dialog).toHaveTextContent('northwind.example');
  await userEvent.type(screen.getByLabelText('Token'), 'of northwind');
  await userEvent.click(screen.getByRole('button', { name: 'Replace token' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No token was changed');
  const { baseAddress, workspaceId, preset, presentation } = connection;
  expect(main.log.at(-1)?.input).toMatchObject({
    reach: { baseAddress, workspaceId, preset, presentation },
  });
});
