/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/** What is said of several themes as they are published: what goes, and what waits. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture, type OutboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
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
  library.end();
});

/** Publishes those themes in a window, to one connection; resolves with what was said. */
async function published(made: OutboxFixture, ids: readonly string[], to = 'c1'): Promise<string> {
  const list = made.connections.map((one) =>
    trialConnection(one.id, { ...one, tokenState: 'keychain' }),
  );
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: made.library.handlers,
    outbox: made.outbox.handlers,
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start(), library.start()]);
  await publishThemes(
    library.themes.filter(({ id }) => ids.includes(id)),
    list.filter(({ id }) => id === to),
  );
  await made.settled();
  const [[said = ''] = []] = vi.mocked(toast).mock.calls;
  return said;
}

/** A theme was answered with 429: it waits. */
async function askedToWait(made: OutboxFixture, id: string, retryAfter?: string): Promise<void> {
  const busy = { status: 429, times: 1, ...(retryAfter !== undefined && { retryAfter }) };
  made.practice.setBehaviour('saveThemeTemplate', busy);
  await made.publish(id);
  await made.settled();
  made.clock.pass(100);
  expect(await made.items()).toMatchObject([{ themeId: id, why: 'asked' }]);
}

/** A busy service asks to wait for ten minutes. Others that are published then wait for the same, for as long as that holds. */
describe('two themes, published while the service wants a wait', () => {
  it.each([
    ['the control: it wants none', 'none', '2 themes added to the outbox for Northwind'],
    ['it asked for one', 'asked', '2 themes are waiting because the service asked Foyer to wait'],
    [
      'it asked for one, and the theme that was told so is cancelled',
      'cancelled',
      '2 themes are waiting because the service asked Foyer to wait',
    ],
  ])('%s', async (_, wait, sentence) => {
    const made = await outboxFixture({ themes: 3 });
    const [first = '', ...others] = made.ids;
    if (wait !== 'none') await askedToWait(made, first, '600');
    if (wait === 'cancelled') {
      await made.outbox.handlers.cancel({ only: { themeId: first, connectionId: 'c1' } });
      await made.settled();
      made.clock.pass(100);
      expect(await made.items()).toEqual([]);
    }
    expect(await published(made, others)).toBe(sentence);
    const waiting = (await made.items()).filter(({ themeId }) => others.includes(themeId));
    expect(waiting.map(({ why }) => why)).toEqual(wait === 'none' ? [] : ['asked', 'asked']);
  });
});

/** What is said as they are handed over is read while they are sent, and once they have been answered: it is so all the time. */
it.each([
  ['accepted', {}, 0],
  ['refused', { status: 400 }, 2],
])('what is said of two themes is still so when they were %s', async (_, behaviour, left) => {
  const made = await outboxFixture({ themes: 2 });
  made.practice.setBehaviour('saveThemeTemplate', behaviour);
  expect(await published(made, made.ids)).toBe('2 themes added to the outbox for Northwind');
  const items = await made.items();
  expect(items.map(({ why }) => why)).toEqual(Array<string>(left).fill('refused'));
});

/** A service asks to wait of everybody by saying for how long; one that doesn't holds up the connection that it answered. */
it.each([
  ['the control: it said for how long', '600', true],
  ['it was only too busy', undefined, false],
])(
  'a theme for another workspace is said to wait only where it does: %s',
  async (_, after, waits) => {
    const made = await outboxFixture({ themes: 2 });
    const [first = '', other = ''] = made.ids;
    made.connections.push({ ...made.connection, id: 'c2', label: 'Kestrel', workspaceId: 'w2' });
    made.outbox.connectionsChanged();
    await askedToWait(made, first, after);
    const before = made.practice.received().length;
    const said = await published(made, [other], 'c2');
    expect(said.includes('asked Foyer to wait')).toBe(waits);
    expect(made.practice.received().length > before).toBe(!waits);
  },
);

/**
 * Nobody knows whether the first saves of six themes arrived (502): none is sent again before its owner has decided about it, and
 * publishing several isn't such a decision. Whoever does so is not asked whether to create six templates.
 */
it.each([
  ['the control: they were never sent', false],
  ['they may have arrived', true],
])('six themes are said to create templates only where they do: %s', async (_, isInDoubt) => {
  const made = await outboxFixture({ themes: 6 });
  if (isInDoubt) {
    made.practice.setBehaviour('saveThemeTemplate', { status: 502, form: 'html' });
    await made.publish(...made.ids);
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(Array(6).fill('decision'));
    made.practice.setBehaviour('saveThemeTemplate', {});
  }
  const before = made.practice.state().templates.length;
  await published(made, made.ids);
  const asked = vi.mocked(askConfirmation).mock.calls.map(([{ body }]) => body ?? '');
  const isSaid = asked.some((body) => /^This creates 6 new .* about 6 seconds\.$/u.test(body));
  const created = made.practice.state().templates.length - before;
  expect([isSaid, created]).toEqual(isInDoubt ? [false, 0] : [true, 6]);
});
