/** The DNS is slow to answer of one name (up to ten seconds), and a person looks at another one meanwhile. */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { DnsCheck } from '@shared/dns';
import type { DomainRegistration } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Domains from './Domains.svelte';

const connection = trialConnection('c1');
const registered = (id: string, name: string): DomainRegistration => ({
  ...{ activityId: id, at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
  ...{ input: { name }, outcome: { kind: 'accepted', status: 200 } },
});

afterEach(() => {
  cleanup();
  connections.end();
});

async function shown() {
  const user = userEvent.setup();
  const asked: string[] = [];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'c1' }) },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft: '', checks: {}, notes: {} },
        registrations: [registered('a', 'a.example.com'), registered('b', 'b.example.com')],
      }),
      checkDns: ({ name }) => {
        asked.push(name);
        return new Promise<DnsCheck>(() => undefined);
      },
    },
  });
  await connections.start();
  render(Domains);
  const check = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`, 'u') }));
    const button = await screen.findByRole('button', { name: 'Check DNS' });
    await user.click(button);
    return button;
  };
  return { asked, check };
}

it('the control: the button asks the DNS', async () => {
  const { asked, check } = await shown();
  await check('b.example.com');
  expect(asked).toEqual(['b.example.com']);
});

it('the button of another name asks as well, or can’t be pressed', async () => {
  const { asked, check } = await shown();
  await check('a.example.com');
  const button = await check('b.example.com');
  const isOff =
    button.hasAttribute('disabled') ||
    button.getAttribute('aria-disabled') === 'true' ||
    button.getAttribute('aria-busy') === 'true';
  expect(isOff || asked.includes('b.example.com')).toBe(true);
});
