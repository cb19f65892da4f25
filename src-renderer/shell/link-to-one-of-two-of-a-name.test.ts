/**
 * A workspace was connected twice under one name, as a service's own name suggests it. A link of a colleague asks for
 * the connection of that name. Foyer sends nothing, which is right; but it doesn't say that no connection has the name,
 * which two have: the terminal says of the same “Several connections are named Northwind”.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { showLink } from '../../src-main/app/links/shown-link';
import { connections } from '../state/connections.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import PreviewRequestHost from './PreviewRequestHost.svelte';

vi.mock('electron', () => ({ app: {} }));

// Compiled ahead; it is loaded when the first one is asked for.
beforeAll(
  () => Promise.all([import('../screens/previews/PreviewDialog.svelte'), layers.load()]),
  120_000,
);

afterEach(() => {
  if (previewStarter.current) previewStarter.close();
  cleanup();
  connections.end();
});

const first = trialConnection('first');
const second = trialConnection('second', { workspaceId: 'w2' });

it.each([
  ['the control: none has the name', [trialConnection('first', { label: 'Kestrel' })], true],
  ['two have the name', [first, second], false],
])('a link to a connection by its name: %s', async (_, list, isMissing) => {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'first' }) },
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
  });
  await connections.start();
  render(PreviewRequestHost);
  showLink('foyer://preview?bot=b1&to=+49170&connection=Northwind', {
    ...{ shortcuts: [], connections: list, openTheme: () => undefined },
    ask: (asked) => main.emit('previews.asked', asked),
  });
  const dialog = await screen.findByRole('dialog');
  expect(/There is no connection named/u.test(dialog.textContent)).toBe(isMissing);
});
