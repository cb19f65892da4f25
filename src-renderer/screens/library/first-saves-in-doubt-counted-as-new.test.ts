/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A gateway before the service answers 502 to the first saves of six themes, and nobody knows whether they arrived: Foyer sends
 * none of them again before its owner has decided about each, and publishing several at once is no such decision. They publish
 * the six once more. Foyer asks whether to create six new templates, one at a time, in about ten seconds; told yes, it creates
 * none.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { askConfirmation } from '../../ui/confirmation.svelte';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', async (real) => ({ ...(await real<object>()), toast: vi.fn() }));
vi.mock('../../ui/confirmation.svelte', async (real) => ({
  ...(await real<object>()),
  askConfirmation: vi.fn(() => Promise.resolve(true)),
}));
beforeEach(() => {
  vi.mocked(toast).mockClear();
  vi.mocked(askConfirmation).mockClear();
});
afterEach(() => {
  outbox.end();
  connections.end();
});

it.each([
  ['the control: they were never sent', false],
  ['they may have arrived', true],
])('says how many templates it creates: %s', async (_, isInDoubt) => {
  const made = await outboxFixture({ themes: 6 });
  if (isInDoubt) {
    made.practice.setBehaviour('saveThemeTemplate', { status: 502, form: 'html' });
    await made.publish(...made.ids);
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(Array(6).fill('decision'));
    made.practice.setBehaviour('saveThemeTemplate', {});
  }
  const list = [trialConnection('c1', { ...made.connection, tokenState: 'keychain' })];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: made.library.handlers,
    outbox: made.outbox.handlers,
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start(), library.start()]);
  const before = made.practice.state().templates.length;

  await publishThemes(library.themes, list);
  await made.settled();

  const asked = vi.mocked(askConfirmation).mock.calls.map(([{ body }]) => body ?? '');
  const saidToCreate = asked.some((body) => body.startsWith('This creates 6 new templates'));
  const created = made.practice.state().templates.length - before;
  expect([saidToCreate, created]).toEqual(isInDoubt ? [false, 0] : [true, 6]);
});
