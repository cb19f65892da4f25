/** What is said of a recipient to whom nothing is known to have been sent is no more than is known. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);

const before = trialConnection('northwind');
/** Pointed at another workspace since. */
const northwind = trialConnection('northwind', { workspaceId: 'w2' });
const to = '+44 7700 900112';
const sentBefore: PreviewRun = {
  ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
  ...{ place: publicationKey(before), input: { botId: 'bot', to } },
  outcome: { kind: 'accepted', status: 200 },
};

/** The dialog of a link to the recipient. */
async function asked(history: PreviewRun[], isNewRecipient: () => boolean): Promise<HTMLElement> {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history, shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: isNewRecipient(), place: trialPlace }),
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to, startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: '', connectionId: northwind.id, fields, isFromLink: true },
  });
  return screen.findByRole('dialog');
}

afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const nothing = 'Northwind hasn’t sent anything to this recipient from its current workspace.';

it('the control: where nothing was sent, that is said', async () => {
  expect(await asked([], () => true)).toHaveAccessibleDescription(expect.stringContaining(nothing));
});

it('it is not said where main could not read to whom something was sent', async () => {
  const dialog = await asked([], () => {
    throw new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
  });
  expect(dialog).not.toHaveAccessibleDescription(expect.stringContaining(nothing));
  expect(dialog).toHaveAccessibleDescription(expect.stringContaining('Foyer can’t tell'));
});

it('it is said of the workspace alone where one had a preview from another one', async () => {
  const dialog = await asked([sentBefore], () => true);
  expect(dialog).toHaveAccessibleDescription(expect.stringContaining(nothing));
});
