/**
 * A service refused the token, and a theme waits for another one. More themes that are published there aren't even tried:
 * they are not said to be published (“Publishing: being sent”, docs/guide.md), as while the outbox is paused.
 */
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it, vi } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
afterEach(() => outbox.end());

async function publishWhile(isRefused: boolean) {
  const made = await outboxFixture({ themes: 3 });
  const [first = '', ...others] = made.ids;
  if (isRefused) made.token = 'refused';
  await made.publish(first);
  await made.settled();
  const main = installFakeMain({ outbox: made.outbox.handlers });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await outbox.start();
  const { themes } = await made.library.handlers.list(undefined);
  const northwind = trialConnection('c1', { ...made.connection });
  const before = made.practice.received().length;
  await publishThemes(
    themes.filter(({ id }) => others.includes(id)),
    [northwind],
  );
  await made.settled();
  const said: unknown = vi.mocked(toast).mock.calls.at(-1)?.[0];
  return { said, tried: made.practice.received().length - before };
}

it('the control: they are published', async () => {
  const { said, tried } = await publishWhile(false);
  expect(tried).toBe(2);
  expect(said).toBe('Publishing 2 themes to Northwind');
});

it('they wait for another token', async () => {
  const { said, tried } = await publishWhile(true);
  expect(tried).toBe(0);
  expect(said).not.toBe('Publishing 2 themes to Northwind');
});
