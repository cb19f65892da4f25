/**
 * An older Foyer kept `Booking` beside a `Booking` with a zero-width space behind it: to it they were two names. A script
 * that says `foyer preview Booking` has started the one of just that name ever since, and asks nobody. It still starts
 * that one, also where the other stands before it; and who pastes the other's name whole still starts the other.
 */
import { expect, it } from 'vitest';
import type { PreviewInput } from '@shared/service/operations';
import type { ShownShortcut } from '@shared/previews';
import { trialConnection } from '@shared/trial-connection';
import { answerTerminal } from './terminal';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const own = '+44 7700 900112';
const client = '+44 7700 900999';

function kept(name: string, to: string): ShownShortcut {
  const form = { name, connectionId: northwind.id, botId: 'cl_booking', to, startGroupId: '' };
  return { ...form, id: to, lastAt: null, isNewRecipient: false };
}

/** To whom `foyer preview <name>` sends. */
async function recipientOf(name: string, shortcuts: ShownShortcut[]): Promise<string> {
  let started: PreviewInput | undefined;
  await answerTerminal(
    { kind: 'preview', json: false, name },
    {
      previews: () => ({ revision: 1, history: [], shortcuts, drafts: {} }),
      connections: () => ({ list: [northwind], currentId: northwind.id }),
      start: (form) => {
        started = form;
        return Promise.resolve({
          ...{ activityId: 'a', at: '2026-01-02T03:04:05.000Z', connectionId: northwind.id },
          ...{ input: { botId: form.botId, to: form.to }, message: 'ok' },
          outcome: { kind: 'accepted', status: 200 },
        });
      },
    },
  );
  return started?.to ?? '';
}

it.each([
  ['the control: nothing looks like it', 'Booking', [kept('Tea', client), kept('Booking', own)]],
  [
    'the control: the other stands behind',
    'Booking',
    [kept('Booking', own), kept('Booking\u200B', client)],
  ],
  ['the other stands before it', 'Booking', [kept('Booking\u200B', client), kept('Booking', own)]],
  [
    'the other is meant, by its whole name',
    'Booking\u200B',
    [kept('Booking', client), kept('Booking\u200B', own)],
  ],
])('%s', async (_, name, shortcuts) => {
  expect(await recipientOf(name, shortcuts)).toBe(own);
});
