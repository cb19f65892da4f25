/**
 * A person connects where the keychain is away: the service accepts the token, and the form offers to keep it until Foyer
 * quits. They see that it is another account's, and paste the other one: what was offered was for the one that was checked.
 */
import type { ConnectionCheck } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import ConnectionForm from './ConnectionForm.svelte';
import { forgetUnfinished } from './unfinished-connection';

beforeEach(forgetUnfinished);

const user = userEvent.setup();
const accepts: ConnectionCheck = { verdict: 'good', status: 400, detail: 'name: Required' };
const refuses: ConnectionCheck = { verdict: 'tokenRefused', status: 401, detail: 'No.' };
const again = 'Try the keychain again';
const forSession = 'Keep the token until Foyer quits';

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

async function type(label: string, text: string): Promise<void> {
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
}

/** The form, filled in, where the keychain takes nothing until `comesBack`. */
async function filledIn(token: string) {
  const asked: string[] = [];
  const kept: string[] = [];
  let isAway = true;
  installFakeMain({
    connections: {
      check: ({ token: checked = '' }) => {
        asked.push(checked);
        return checked === 'right' ? accepts : refuses;
      },
      add: ({ token: given = '', keep }) => {
        if (isAway && keep === 'keychain') {
          throw new ProblemError({ code: 'keychainLocked', isChange: true });
        }
        kept.push(given);
        return { id: 'new' };
      },
    },
  });
  render(ConnectionForm, { ondone: vi.fn(), oncancel: vi.fn() });
  await type('Name', 'Kestrel');
  await type('Base address', 'https://kestrel.example/api/v1');
  await type('Workspace ID', 'ws_1');
  await type('Token', token);
  return { asked, kept, comesBack: () => (isAway = false) };
}

it.each([forSession, again])('what was checked is stored by “%s”', async (offered) => {
  const { asked, kept, comesBack } = await filledIn('right');
  await press('Connect');
  await press(again);
  await press(again);
  await screen.findByRole('button', { name: offered });
  comesBack();
  await press(offered);
  await waitFor(() => expect(kept).toEqual(['right']));
  expect(asked).toEqual(['right']);
});

it('what a person would add all the same is, once it is to be kept until Foyer quits', async () => {
  const { asked, kept } = await filledIn('wrong');
  await press('Connect');
  await press('Add it anyway');
  await press(forSession);
  await waitFor(() => expect(kept).toEqual(['wrong']));
  expect(asked).toEqual(['wrong']);
});

it('what was typed since is checked before it is stored', async () => {
  const { asked, kept, comesBack } = await filledIn('right');
  await press('Connect');
  await screen.findByRole('button', { name: forSession });
  comesBack();
  await type('Token', 'wrong');
  for (const name of [forSession, again]) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  await press('Connect');
  expect(await screen.findByRole('button', { name: 'Add it anyway' })).toBeVisible();
  expect({ asked, kept }).toEqual({ asked: ['right', 'wrong'], kept: [] });
});
