/**
 * The exact request is being made, and another connection comes into use meanwhile: whichever is answered last, the dialog shows
 * the request that goes through the connection that it names.
 */
import type { Connection } from '@shared/connection';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import { untilAnswered } from '../../bridge';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import RequestDialog from './RequestDialog.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const contoso = trialConnection('contoso', {
  label: 'Contoso',
  baseAddress: 'https://contoso.example/api/v1',
});

const requestThrough = (connection: Connection) =>
  saveThemeTemplateRequest(connection, { templateId: 't1', name: 'Harbour', theme: newTheme() });

beforeAll(() => layers.load(), 120_000);

it('shows the one through the connection that it names', async () => {
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  const answered: string[] = [];
  const main = installFakeMain({
    outbox: {
      request: async ({ connectionId }) => {
        if (connectionId === northwind.id) await slow;
        answered.push(connectionId);
        return requestThrough(connectionId === northwind.id ? northwind : contoso);
      },
    },
  });
  const props = { themeId: 't1', version: 1, onclose: () => undefined };
  const { rerender } = render(RequestDialog, { ...props, connection: northwind });
  await waitFor(() => expect(main.log).toHaveLength(1));
  await rerender({ ...props, connection: contoso });
  const { method, url } = requestThrough(contoso);
  expect(await screen.findByText(`${method} ${url}`)).toBeVisible();
  // With all that comes of the answer.
  await untilAnswered(goOn);
  expect(answered).toEqual([contoso.id, northwind.id]);
  expect(screen.getByText(`${method} ${url}`)).toBeVisible();
});
