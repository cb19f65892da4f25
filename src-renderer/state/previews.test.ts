import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { reports } from '../ui/reports.svelte';
import { connections } from './connections.svelte';
import { shortcuts } from './preview-shortcuts.svelte';
import { PreviewForm } from './previews.svelte';

/**
 * A preview stands in line, or waits for a locked keychain, and is then refused. Nothing of it leaves, and it is in no
 * history: that it was not sent, and why, is told also where its form says something else by then or was left, and of
 * each, however many there are.
 */
describe('a preview that is refused before it is sent', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  const problem: Problem = { code: 'keychainLocked' };
  let fail: ((error: Error) => void)[];

  beforeEach(async () => {
    fail = [];
    for (const { id } of reports.list) reports.dismiss(id);
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        saveDraft: () => undefined,
        start: () => new Promise<never>((_done, refuse) => fail.push(refuse)),
      },
    });
    await connections.start();
    return () => connections.end();
  });

  const answered = () => new Promise((done) => setTimeout(done));

  async function sending() {
    const form = new PreviewForm(northwind.id);
    form.start();
    await answered();
    form.edit(fields);
    return { form, sent: form.send(() => Promise.resolve(true)) };
  }

  /** Everything by which a person can learn that it was not sent. */
  const told = (form: PreviewForm) => [
    ...(form.problem ? [form.problem.code] : []),
    ...reports.list.map(({ unsent }) => unsent),
  ];

  it('the control: the form says it while it says what was sent', async () => {
    const { form, sent } = await sending();
    fail[0]?.(new ProblemError(problem));
    await sent;
    expect(told(form)).toEqual(['keychainLocked']);
  });

  it('it is told also where the form says something else by then', async () => {
    const { form, sent } = await sending();
    form.edit({ to: '+44 7700 900113' });
    fail[0]?.(new ProblemError(problem));
    await sent;
    expect(told(form)).toEqual(['The preview to +44 7700 900112 wasn’t sent']);
  });

  it('and where the next one was sent from the form by then', async () => {
    const { form, sent } = await sending();
    form.edit({ to: '+44 7700 900113' });
    void form.send(() => Promise.resolve(true));
    await answered();
    fail[0]?.(new ProblemError(problem));
    await sent;
    expect(told(form)).toEqual(['The preview to +44 7700 900112 wasn’t sent']);
  });

  it.each([
    ['the control: three', 3],
    ['four', 4],
  ])('of each it is said that it was not sent: %s', async (_name, count) => {
    const form = new PreviewForm(northwind.id);
    const leave = form.start();
    await answered();
    const recipients = Array.from({ length: count }, (_, at) => `+44 7700 90011${String(at)}`);
    const sent = recipients.map((to) => {
      form.edit({ botId: 'bot', to, startGroupId: '' });
      return form.send(() => Promise.resolve(true));
    });
    await answered();
    leave();
    for (const refuse of fail) refuse(new ProblemError({ code: 'keychainLocked' }));
    await Promise.all(sent);
    expect(reports.list.map(({ unsent }) => unsent)).toEqual(
      recipients.map((to) => `The preview to ${to} wasn’t sent`),
    );
  });
});

/**
 * A shortcut, kept before unseen signs were taken off IDs, or filled in with one, has a zero-width space behind its bot.
 * Main sends it without (`preview-form.ts`), and it waits for a locked keychain. The launcher and the dialog say that it
 * is in line, as they do of one with a blank there.
 */
describe('a shortcut with a pasted ID is in line', () => {
  let end: () => void = () => undefined;
  afterEach(() => end());

  it.each([
    ['the control: a blank behind the bot', { botId: 'bot ', to: '+44 7700 900112' }],
    ['a zero-width space behind the bot', { botId: 'bot\u200B', to: '+44 7700 900112' }],
    [
      'marks of direction around the recipient',
      { botId: 'bot', to: '\u202A+44 7700 900112\u202C' },
    ],
  ])('%s', async (_, sent) => {
    installFakeMain({
      previews: {
        list: () => ({
          ...{ revision: 1, shortcuts: [], drafts: {} },
          history: [
            {
              ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
              ...{ input: { botId: 'bot', to: '+44 7700 900112' }, outcome: null, isInLine: true },
            },
          ],
        }),
      },
    });
    end = shortcuts.start(() => undefined);
    await expect.poll(() => shortcuts.history?.length).toBe(1);
    expect(shortcuts.isInLine({ connectionId: 'c1', ...sent })).toBe(true);
  });
});
