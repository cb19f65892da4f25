/** A preview from the terminal does not leave for want of its token: what the terminal says became of it. */
import { expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { answerTerminal } from './terminal';

const northwind = trialConnection('northwind');

async function saidOf(problem: Problem): Promise<string> {
  const { err } = await answerTerminal(
    {
      ...{ kind: 'preview', json: false, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
      connection: undefined,
    },
    {
      previews: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      connections: () => ({ list: [northwind], currentId: northwind.id }),
      start: () => Promise.reject(new ProblemError(problem)),
    },
  );
  return err;
}

it('the control: where none is stored, that nothing was sent', async () => {
  expect(await saidOf({ code: 'tokenMissing', label: 'Northwind' })).toContain('Nothing was sent.');
});

const refusals: Problem[] = [
  { code: 'keychainLocked' },
  { code: 'keychainAbsent', detail: '', isKWallet: false },
  { code: 'keychainFailed', detail: 'Broken.' },
];
it.each(refusals)(
  'where the keychain does not give it, not that something was saved: $code',
  async (problem) => {
    const said = await saidOf(problem);
    expect(said).not.toContain('Everything except the token was saved.');
    expect(said).toContain('Nothing was sent.');
  },
);
