import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PreviewFields } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Previews from './Previews.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  cleanup();
  connections.end();
});

/**
 * The form of a preview is filled in while Foyer can't read its file for a moment, as it says above the screen. Once
 * that can be read, Foyer has what was typed like everything else that is typed there: "nobody asks the window before
 * Foyer quits".
 */
describe('a form that is filled in while its file can’t be read', () => {
  it.each<[string, boolean, boolean]>([
    ['the control: it can be read', true, false],
    ['it can be read only later', false, false],
    ['it can be read once the screen was left', false, true],
  ])('what was typed is in Foyer when it quits: %s', async (name, isReadAtOnce, isLeft) => {
    const user = userEvent.setup();
    const connection = trialConnection(name);
    let isRead = isReadAtOnce;
    let revision = 1;
    let drafts: Record<string, PreviewFields> = {
      [connection.id]: { botId: 'last month’s bot', to: '+44 1', startGroupId: '' },
    };
    const assertRead = (): void => {
      if (!isRead) throw new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
    };
    const snapshot = () => ({ revision, history: [], shortcuts: [], drafts });
    const main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [connection], currentId: connection.id }),
      },
      previews: {
        list: () => {
          assertRead();
          return snapshot();
        },
        saveDraft: ({ connectionId, fields }) => {
          assertRead();
          drafts = { ...drafts, [connectionId]: fields };
        },
      },
    });
    await connections.start();
    const { unmount } = render(Previews);
    const bot = await screen.findByRole('textbox', { name: 'Bot ID' });
    await user.clear(bot);
    await user.type(bot, 'the new bot');
    if (isLeft) unmount();
    isRead = true;
    revision += 1;
    main.emit('previews.changed', snapshot());
    // What the next start shows.
    await waitFor(() => expect(drafts[connection.id]?.botId).toBe('the new bot'));
    if (!isLeft) expect(bot).toHaveValue('the new bot');
  });
});

/**
 * A preview is under way, and its answer takes a while. Meanwhile the form has the same bot and recipient, and a start
 * group of its own, which main refuses as another (`recipientBusy`: “This one wasn’t sent”); or the connection was
 * pointed at another address. What the form's button says of what is in the form.
 */
describe('the form beside a preview that is under way', () => {
  let count = 0;
  const to = '+44 7700 900112';

  /** Shows the form with that start group while one without any is under way. */
  async function open(startGroupId: string, goesElsewhere?: boolean) {
    count += 1;
    const connection = trialConnection(`form-${String(count)}`);
    const run: PreviewRun = {
      ...{ activityId: 'p1', at: new Date().toISOString(), connectionId: connection.id },
      ...{ input: { botId: 'bot', to }, outcome: null, ...(goesElsewhere && { goesElsewhere }) },
    };
    const drafts = { [connection.id]: { botId: 'bot', to, startGroupId } };
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
      previews: {
        list: () => ({ revision: 1, history: [run], shortcuts: [], drafts }),
        saveDraft: () => undefined,
        cancel: () => undefined,
      },
    });
    await connections.start();
    render(Previews);
    await screen.findByRole('textbox', { name: 'Bot ID' });
    return main;
  }

  const stopWaiting = () => screen.queryByRole('button', { name: 'Stop waiting' });
  const sending = () => screen.queryByRole('button', { name: 'Sending' });

  it('the control: of the same as in the form, that it is being sent', async () => {
    const { log } = await open('');
    expect(sending()).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    const { input } = log.find(({ name }) => name === 'previews.cancel') ?? {};
    expect(input).toMatchObject({ botId: 'bot', to, activityId: 'p1' });
  });

  it('of another group in the form, not that it is being sent', async () => {
    await open('evening');
    expect(screen.getByRole('textbox', { name: /^Start group/u })).toHaveValue('evening');
    expect(sending()).toBeNull();
    expect(stopWaiting()).toBeNull();
  });

  it('of the same to where the connection led before, not that it is being sent', async () => {
    await open('', true);
    expect(sending()).toBeNull();
    expect(stopWaiting()).toBeNull();
  });
});

/**
 * The form of a preview shortcut is closed while what it holds is still being saved, on a slow disk. That it failed is
 * said above the screen, and a form that was opened since stays as it is, with what was typed in it.
 */
describe('the form of a shortcut is closed while it is being saved', () => {
  const person = userEvent.setup();
  const northwind = trialConnection('northwind');
  const full: Problem = { code: 'storageFull', path: '/home/mia/.foyer/previews.json' };
  let end: (error?: Error) => void = () => undefined;

  /** A person has filled a new form and saves it; it is under way until `end` says how it ends. */
  async function save(): Promise<void> {
    const over = new Promise<void>((done, fail) => {
      end = (error) => (error === undefined ? done() : fail(error));
    });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        addShortcut: async () => {
          await over;
          return { id: 'booking' };
        },
      },
    });
    await connections.start();
    render(ReportedProblems);
    render(Previews);
    await add();
    await person.type(name(), 'Booking');
    await person.click(screen.getByRole('button', { name: 'Save shortcut' }));
    await waitFor(() =>
      expect(main.log.some((call) => call.name === 'previews.addShortcut')).toBe(true),
    );
  }

  async function add(): Promise<void> {
    await person.click(await screen.findByRole('button', { name: 'Add a shortcut' }));
    await screen.findByRole('dialog');
  }

  async function close(): Promise<void> {
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }

  const name = () => screen.getByRole('textbox', { name: 'Name' });
  const settled = () => new Promise((done) => setTimeout(done));

  it('the control: what failed is said in the form that is still there', async () => {
    await save();
    end(new ProblemError(full));
    await waitFor(() =>
      expect(screen.getByRole('dialog')).toHaveTextContent(problemText(full).what),
    );
  });

  it('the control: the form that is still there is closed when it is saved', async () => {
    await save();
    end();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('what failed is said above the screen once the form was closed', async () => {
    await save();
    await close();
    end(new ProblemError(full));
    expect(await screen.findByText(problemText(full).what)).toBeVisible();
  });

  it('the next form is not closed, and keeps what was typed in it', async () => {
    await save();
    await close();
    await add();
    await person.type(name(), 'Reminder');
    end();
    await settled();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(name()).toHaveValue('Reminder');
  });
});
