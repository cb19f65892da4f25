/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A busy service asked to wait for ten minutes (429, `Retry-After`), and the theme that was told so is cancelled by its owner. The
 * wait holds for all the same: two others, published then, wait for it. “Publishing” is being sent (docs/guide.md).
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', async (real) => ({ ...(await real<object>()), toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
afterEach(() => {
  outbox.end();
  connections.end();
});

const publishing = 'Publishing 2 themes to Northwind';

it.each([
  ['the control: nothing is in the way', false],
  ['the service wants a wait, and what it was told of was cancelled', true],
])('says of themes that wait that they do: %s', async (_, isAsked) => {
  const made = await outboxFixture({ themes: 3 });
  const [first = '', ...others] = made.ids;
  if (isAsked) {
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600' });
    await made.publish(first);
    await made.settled();
    made.clock.pass(1_000);
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    await made.outbox.handlers.cancel({ only: { themeId: first, connectionId: 'c1' } });
    await made.settled();
    made.clock.pass(1_000);
    expect(await made.items()).toEqual([]);
  }
  const list = [trialConnection('c1', { ...made.connection, tokenState: 'keychain' })];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: made.library.handlers,
    outbox: made.outbox.handlers,
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start(), library.start()]);

  await publishThemes(
    library.themes.filter(({ id }) => others.includes(id)),
    list,
  );
  await made.settled();

  const [[said] = []] = vi.mocked(toast).mock.calls;
  const waiting = (await made.items()).filter(({ why }) => why === 'asked').length;
  expect([waiting, said === publishing]).toEqual(isAsked ? [2, false] : [0, true]);
});
