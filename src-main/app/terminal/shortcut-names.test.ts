/** Shortcuts whose names show something else than they are: which one is started, and what is listed. */
import { describe, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import type { PreviewInput } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { answerTerminal } from './terminal';

const northwind = trialConnection('northwind', { label: 'Northwind' });

/**
 * An older Foyer kept `Booking` beside a `Booking` with a zero-width space behind it: to it they were two names. A script
 * that says `foyer preview Booking` has started the one of just that name ever since, and asks nobody. It still starts
 * that one, also where the other stands before it; and who pastes the other's name whole still starts the other.
 */
describe('a name that looks like another', () => {
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
    [
      'the other stands before it',
      'Booking',
      [kept('Booking\u200B', client), kept('Booking', own)],
    ],
    [
      'the other is meant, by its whole name',
      'Booking\u200B',
      [kept('Booking', client), kept('Booking\u200B', own)],
    ],
  ])('%s', async (_, name, shortcuts) => {
    expect(await recipientOf(name, shortcuts)).toBe(own);
  });
});

/**
 * A shortcut's name came with a backup that somebody else made, and has in it what a terminal obeys. `foyer list`
 * shows its text, as a preview's answer does: else a name could write over the rows of others, and a person
 * would start a preview to whom the list doesn't show.
 */
describe('a name with what a terminal obeys', () => {
  /** As restoring a backup keeps it: `readShortcutForm` of the previews takes such a name. */
  function restored(name: string, to: string): ShownShortcut {
    const form = { name, connectionId: northwind.id, botId: 'cl_booking', to, startGroupId: '' };
    return { ...form, id: name, lastAt: null, isNewRecipient: true };
  }

  async function listOf(...shortcuts: ShownShortcut[]): Promise<string> {
    return answered(false, shortcuts);
  }

  async function answered(json: boolean, shortcuts: ShownShortcut[]): Promise<string> {
    const { out } = await answerTerminal(
      { kind: 'list', json },
      {
        previews: () => ({ revision: 1, history: [], shortcuts, drafts: {} }),
        connections: () => ({ list: [northwind], currentId: northwind.id }),
        start: () => Promise.reject(new Error('a list starts nothing')),
      },
    );
    return out;
  }

  it('the control: a plain name', async () => {
    expect(await listOf(restored('Booking', '+44 7700 900112'))).toContain(
      'Booking  +44 7700 900112  Northwind',
    );
  });

  it('a name that would write over the row above', async () => {
    const out = await listOf(
      restored('Booking', '+44 7700 900112'),
      restored('\u001b[1A\u001b[2K1  Booking  +1 555 0100', '+1 555 0100'),
    );
    // eslint-disable-next-line no-control-regex -- these are the characters that a terminal obeys
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
  });

  it('a name of two lines, of which the second looks like another shortcut’s row', async () => {
    const out = await listOf(restored('Tea\n1  Booking', '+1 555 0100'));
    expect(out).toBe('1  Tea 1  Booking  +1 555 0100  Northwind  not started yet\n');
  });

  it('a name in JSON: a script has it whole, and a terminal obeys none of it', async () => {
    const name = '\u001b[1A\u009b2KBooking';
    const out = await answered(true, [restored(name, '+1 555 0100')]);
    // eslint-disable-next-line no-control-regex -- these are the characters that a terminal obeys
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
    expect(JSON.parse(out)).toMatchObject([{ name }]);
  });
});
