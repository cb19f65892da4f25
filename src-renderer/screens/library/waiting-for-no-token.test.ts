/**
 * A connection that presents no token, which its service asks for by now (401): what is published there is held (main tells of
 * it as of what has no token that is accepted). It waits for the connection to be edited, and for no token.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
afterEach(() => {
  outbox.end();
});

it.each([
  ['the control: its token was refused', {}, true],
  ['it presents none', { presentation: { kind: 'none' }, tokenState: 'notNeeded' }, false],
] as const)('whether it waits for a token: %s', async (_name, part, isSaid) => {
  const northwind = trialConnection('northwind', { label: 'Northwind', ...part });
  const themes = ['Aurora', 'Citrus'].map((name) => sampleSummary(name));
  const withoutToken = themes.map(({ id: themeId }) => ({ themeId, connectionId: northwind.id }));
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: { publish: () => ({ queued: 2, cancelled: [], problems: [], withoutToken }) },
  });
  await publishThemes(themes, [northwind]);
  const said = String(vi.mocked(toast).mock.calls.at(-1)?.[0]);
  if (isSaid) expect(said).toContain('waiting for a token');
  else expect(said).not.toContain('waiting for a token');
});
