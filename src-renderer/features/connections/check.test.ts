import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionCheck, TokenPresentation } from '@shared/connection';
import { invalidField, ProblemError } from '@shared/problem-error';
import { outcomeText } from '@shared/service/outcome-text';
import { trialConnection } from '@shared/trial-connection';
import ConnectionCheckDialog from '../../shell/palette/ConnectionCheckDialog.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';
import { checkText } from './check-text';
import { forgetUnfinished } from './unfinished-connection';

beforeAll(() => layers.load(), 120_000);
beforeEach(forgetUnfinished);
afterEach(() => {
  cleanup();
  connections.end();
});

/**
 * Check connection runs into a guard before the service: a 403 with a web page (“Just a moment…”), as Cloudflare and
 * sign-in pages of company networks answer. Of the same answer to a theme Foyer says that a web page came back, perhaps
 * not from the service; of every other status the check says so, too. It doesn't say that the service refused the token,
 * which nobody has looked at, without a word of the page.
 */
describe('a check that a web page answers', () => {
  const saidOf = (check: ConnectionCheck): string => {
    const { title, text, detail } = checkText(check, 'bearer');
    return [title, text, detail].join(' ');
  };
  const page = /web page/iu;

  it('the control: what is said of a theme speaks of the page', () => {
    const { todo } = outcomeText(
      { kind: 'rejected', status: 403, form: 'html' },
      'saveThemeTemplate',
    );
    expect(todo).toMatch(page);
  });

  it('the control: with a 400, the check speaks of the page', () => {
    expect(saidOf({ verdict: 'somethingElse', status: 400, form: 'html' })).toMatch(page);
  });

  it.each([401, 403])('with a %i, the check speaks of the page', (status) => {
    const said = saidOf({ verdict: 'tokenRefused', status, detail: '', form: 'html' });
    expect(said).toMatch(page);
    expect(said).not.toContain('refused the token');
  });
});

/** *Check connection* with the token that is stored: what is wrong with it is said where it can be put right. */
describe('a check with the stored token', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });

  function refuseWith(error: ProblemError): void {
    installFakeMain({
      connections: {
        check: () => {
          throw error;
        },
      },
    });
  }

  it('one that can’t be sent is named at the field in which another is entered', async () => {
    refuseWith(new ProblemError({ code: 'tokenUnusable', label: 'Northwind' }));
    render(ConnectionForm, { connection: northwind, ondone: () => {}, oncancel: () => {} });
    await userEvent.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(await screen.findByText(/^The stored token has characters/u)).toBeVisible();
    expect(screen.getByLabelText(/^Token/u)).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('from the palette, one that is missing is named, and no field', async () => {
    refuseWith(invalidField('token', 'required'));
    render(ConnectionCheckDialog, { connection: northwind, onclose: () => {} });
    expect(await screen.findByText('No token is stored for Northwind.')).toBeVisible();
    expect(screen.queryByText(/beside each field/u)).toBeNull();
  });
});

/**
 * A connection whose service needs no token (*No token*, under Advanced): none is sent with a check of it, so the check
 * says nothing of a token.
 */
describe('a check without a token', () => {
  type Answer = Extract<ConnectionCheck, { status: number }>;
  const good: Answer = { verdict: 'good', status: 400, detail: '' };
  const refused: Answer = { verdict: 'tokenRefused', status: 401, detail: '' };
  const claim = /service (?:accepts|refused) (?:this|the) token/u;

  function checkWith(check: ConnectionCheck): void {
    installFakeMain({ connections: { check: () => check } });
  }

  it.each<[string, TokenPresentation, Answer, boolean]>([
    ['the control: with one that is good', { kind: 'bearer' }, good, true],
    ['the control: with one that is refused', { kind: 'bearer' }, refused, true],
    ['without one, what is good', { kind: 'none' }, good, false],
    ['without one, what is refused', { kind: 'none' }, refused, false],
  ])(
    'the palette’s check tells of the token that was sent: %s',
    async (_n, presentation, check, tells) => {
      checkWith(check);
      const tokenState = presentation.kind === 'none' ? 'notNeeded' : 'keychain';
      const connection = trialConnection('northwind', { presentation, tokenState });
      render(ConnectionCheckDialog, { connection, onclose: () => {} });
      const text = await screen.findByText(new RegExp(`\\(${String(check.status)}\\)`, 'u'));
      expect(claim.test(text.closest('dialog, [role="dialog"]')?.textContent ?? '')).toBe(tells);
    },
  );

  it.each<[string, TokenPresentation, boolean]>([
    ['the control: with one', { kind: 'bearer' }, true],
    ['without one', { kind: 'none' }, false],
  ])(
    'the form’s check tells of the token that was sent: %s',
    async (_name, presentation, tells) => {
      checkWith(good);
      const connection = trialConnection('northwind', {
        ...{ presentation, tokenState: presentation.kind === 'none' ? 'notNeeded' : 'keychain' },
      });
      const { container } = render(ConnectionForm, {
        connection,
        ondone: () => {},
        oncancel: () => {},
      });
      await userEvent.click(screen.getByRole('button', { name: 'Check connection' }));
      await waitFor(() => expect(container.textContent).toContain('(400)'));
      expect(claim.test(container.textContent ?? '')).toBe(tells);
    },
  );
});

/** A connection whose form was cancelled or left while it was checked is not added, however well that ends. */
describe('a form that is cancelled or left while it is checked', () => {
  /** Presses Connect with all filled in; the check is answered at `answer`. */
  async function connecting() {
    const user = userEvent.setup();
    let answer: (found: ConnectionCheck) => void = () => undefined;
    const main = installFakeMain({
      connections: {
        check: () => new Promise<ConnectionCheck>((done) => (answer = done)),
        add: () => ({ id: 'new' }),
      },
    });
    const ondone = vi.fn();
    const oncancel = vi.fn();
    const { unmount } = render(ConnectionForm, { connection: undefined, ondone, oncancel });
    const entered = {
      ...{ Name: 'Kestrel', 'Base address': 'https://kestrel.example/api/v1' },
      ...{ 'Workspace ID': 'ws_1', Token: 'secret-1' },
    };
    for (const [label, text] of Object.entries(entered)) {
      await user.type(screen.getByLabelText(label), text);
    }
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(main.log.map(({ name }) => name)).toEqual(['connections.check']));
    return {
      ...{ main, user, ondone, oncancel, unmount },
      answerWell: async () => {
        answer({ verdict: 'good', status: 400, detail: 'name: Required' });
        // The answer is here, and what follows from it has been done.
        await new Promise((done) => setTimeout(done));
      },
    };
  }

  const asked = (log: readonly { name: string }[]) => log.map(({ name }) => name);

  it('the control: it is added where nobody cancels', async () => {
    const { main, ondone, answerWell } = await connecting();
    await answerWell();
    expect(asked(main.log)).toEqual(['connections.check', 'connections.add']);
    expect(ondone).toHaveBeenCalled();
  });

  it('it is not added, nor its token stored, once Cancel was pressed', async () => {
    const { main, user, ondone, oncancel, unmount, answerWell } = await connecting();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(oncancel).toHaveBeenCalled();
    // The welcome screen takes the form away then, and so does the dialog.
    unmount();
    await answerWell();
    expect(asked(main.log)).toEqual(['connections.check']);
    expect(ondone).not.toHaveBeenCalled();
  });

  it('it is not added, nor the one in use, once its form was left, and that is said', async () => {
    render(Toasts);
    const { main, ondone, unmount, answerWell } = await connecting();
    // A person looks at another screen.
    unmount();
    await answerWell();
    expect(asked(main.log)).toEqual(['connections.check']);
    expect(ondone).not.toHaveBeenCalled();
    const told = 'Kestrel hasn’t been added. What you entered is kept, except the token.';
    expect(await screen.findByText(told)).toBeVisible();
    render(ConnectionForm, { connection: undefined, ondone, oncancel: vi.fn() });
    expect(screen.getByLabelText('Workspace ID')).toHaveValue('ws_1');
  });
});

/**
 * A person connects where the keychain is away: the service accepts the token, and the form offers to keep it until Foyer
 * quits. They see that it is another account's, and paste the other one: what was offered was for the one that was checked.
 */
describe('a token that is corrected while the keychain is away', () => {
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
});
