import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invalidField, ProblemError } from '@shared/problem-error';
import type { ShownShortcut } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { trialConnection } from '@shared/trial-connection';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import Previews from './Previews.svelte';

const accepted: Outcome = { kind: 'accepted', status: 200 };
let count = 0;

// What is said is shown in a toast.
beforeAll(() => layers.load(), 120_000);

interface Scene {
  connected?: boolean;
  history?: Partial<PreviewRun>[];
  shortcuts?: ShownShortcut[];
  start?: (run: PreviewRun) => PreviewRun | Promise<PreviewRun>;
  /** The answer overtakes the list, which still has it under way. */
  isListLate?: boolean;
}

async function open(scene: Scene = {}) {
  count += 1;
  const connection = trialConnection(`previews-${count}`);
  const isConnected = scene.connected !== false;
  const run = (part: Partial<PreviewRun>): PreviewRun => ({
    activityId: 'p1',
    at: new Date().toISOString(),
    connectionId: connection.id,
    input: { botId: 'bot1', to: '+44 1' },
    outcome: accepted,
    ...part,
  });
  let history = (scene.history ?? []).map(run);
  let revision = 1;
  const main = installFakeMain({
    connections: {
      list: () => ({
        revision: 1,
        list: isConnected ? [connection] : [],
        currentId: isConnected ? connection.id : null,
      }),
    },
    previews: {
      list: () => ({ revision, history, shortcuts: scene.shortcuts ?? [], drafts: {} }),
      saveDraft: () => undefined,
      start: async ({ botId, to, startGroupId }) => {
        const input = { botId, to, ...(startGroupId !== '' && { startGroupId }) };
        const ended = await (scene.start ?? ((one) => one))(
          run({ activityId: `new ${main.log.length}`, input }),
        );
        tell([scene.isListLate ? { ...ended, outcome: null } : ended, ...history]);
        return ended;
      },
      cancel: () => undefined,
    },
  });
  function tell(changed: PreviewRun[]): void {
    history = changed;
    revision += 1;
    main.emit('previews.changed', {
      revision,
      history,
      shortcuts: scene.shortcuts ?? [],
      drafts: {},
    });
  }
  await connections.start();
  render(Previews);
  if (isConnected) await screen.findByRole('textbox', { name: 'Bot ID' });
  const names = (name: string) => main.log.filter((one) => one.name === name);
  return { main, names, run, tell, user: userEvent.setup() };
}

afterEach(() => {
  cleanup();
  connections.end();
});

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const start = () => screen.getByRole('button', { name: 'Start preview' });

describe('Previews', () => {
  it('leads to where the launcher’s keys are set', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Set its shortcut' }));
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ part: 'outside' });
  });

  it('says that there is no token until one is entered', async () => {
    const { user, main } = await open({
      start: () => {
        throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
      },
    });
    await user.type(field('Bot ID'), 'bot1');
    await user.type(field('Recipient'), '+44 1');
    await user.click(start());
    const problem = await screen.findByText('No token is stored for Northwind.');
    expect(problem).toBeVisible();
    const { id } = connections.list[0] ?? trialConnection('none');
    const list = [trialConnection(id, { access: 1 })];
    main.emit('connections.changed', { revision: 2, list, currentId: id });
    await waitFor(() => expect(problem).not.toBeInTheDocument());
  });

  it('says of a shortcut whose preview was refused that it was not started, not that it was not sent', async () => {
    const connectionId = `previews-${count + 1}`;
    const shortcut: ShownShortcut = {
      ...{ id: 's1', name: 'Booking', connectionId, botId: 'bot1', to: '+44 1', startGroupId: '' },
      ...{ lastAt: null, isNewRecipient: true },
    };
    const outcome: Outcome = { kind: 'rejected', status: 404 };
    await open({ shortcuts: [shortcut], history: [{ outcome }] });
    expect(await screen.findByRole('listitem', { name: 'Booking' })).toHaveTextContent(
      'Not started yet',
    );
  });

  it('leads to another token where the service refused the one that was sent', async () => {
    const outcome: Outcome = { kind: 'tokenRefused', status: 401 };
    const { user } = await open({ start: (run) => ({ ...run, outcome }) });
    await user.type(field('Bot ID'), 'bot1');
    await user.type(field('Recipient'), '+44 1');
    await user.click(start());
    await user.click(await screen.findByRole('button', { name: 'Replace token' }));
    expect(tokenEntry.connection?.id).toBe(connections.current?.id);
    tokenEntry.close();
  });

  it('starts a preview and shows what the service said', async () => {
    const { user, names } = await open({ start: (run) => ({ ...run, message: 'On its way' }) });
    await user.type(field('Bot ID'), 'bot1');
    await user.type(field('Recipient'), '+44 20 7946 0958');
    await user.type(field(/^Start group/), 'g1');
    await user.click(start());
    expect(await screen.findByText('On its way')).toBeVisible();
    expect(names('previews.start')).toMatchObject([
      { input: { botId: 'bot1', to: '+44 20 7946 0958', startGroupId: 'g1' } },
    ]);
    const history = screen.getByRole('region', { name: 'History' });
    expect(within(history).getByText('+44 20 7946 0958')).toBeVisible();
  });

  it('sends once however often the button is pressed, and can stop waiting', async () => {
    let finish: (run: PreviewRun) => void = () => undefined;
    const ended = new Promise<PreviewRun>((resolve) => (finish = resolve));
    const { user, names, run } = await open({ start: () => ended });
    await user.type(field('Bot ID'), 'bot1');
    await user.type(field('Recipient'), '+44 1');
    await user.dblClick(start());
    await user.keyboard('{Enter}');
    await user.type(field('Recipient'), '{Enter}');
    expect(screen.getByRole('button', { name: 'Sending' })).toHaveAttribute('aria-busy', 'true');
    expect(names('previews.start')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    expect(names('previews.cancel')).toHaveLength(1);
    finish(run({ outcome: { kind: 'unsure', reason: 'cancelled', detail: '' } }));
    await waitFor(() => expect(start()).toBeEnabled());
    expect(screen.queryByRole('button', { name: 'Stop waiting' })).toBeNull();
  });

  it('does not say that one is sent which has not left, and can stop it', async () => {
    const { user, names, tell, run } = await open({ history: [{ outcome: null, isInLine: true }] });
    const button = await screen.findByRole('button', { name: 'Waiting to be sent' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('listitem')).toHaveTextContent('Waiting to be sent');
    expect(screen.queryByText('Sending')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(names('previews.cancel')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Don’t send bot bot1 to +44 1' }));
    expect(names('previews.cancel')).toHaveLength(2);
    tell([run({ outcome: null })]);
    expect(await screen.findByRole('button', { name: 'Sending' })).toBeVisible();
  });

  it('waits for one that is under way from before', async () => {
    const { user, names } = await open({ history: [{ outcome: null }] });
    await user.click(await screen.findByRole('button', { name: 'Sending' }));
    expect(names('previews.start')).toEqual([]);
  });

  it('begins with what was last started, and says when a recipient looks unusual', async () => {
    const { user } = await open({
      history: [{ input: { botId: 'b', to: 'me', startGroupId: 'g' } }],
    });
    expect(field('Bot ID')).toHaveValue('b');
    expect(field('Recipient')).toHaveValue('me');
    expect(field(/^Start group/)).toHaveValue('g');
    expect(field('Recipient')).toHaveAccessibleDescription(/doesn’t look like a phone number/);
    expect(field('Recipient')).toBeValid();
    await user.clear(field('Recipient'));
    await user.type(field('Recipient'), '+44 20-7946 0958');
    expect(field('Recipient')).toHaveAccessibleDescription(/^A phone number with/);
  });

  it('shows an outcome only under what was sent, not under what is typed meanwhile', async () => {
    const ends: (() => void)[] = [];
    const { user, names } = await open({
      start: (run) =>
        new Promise((resolve) => {
          ends.push(() => resolve({ ...run, message: `sent to ${run.input.to}` }));
        }),
    });
    await user.type(field('Bot ID'), 'bot1');
    await user.type(field('Recipient'), '+44 1');
    await user.click(start());
    await user.type(field('Recipient'), '23');
    // What is typed now was not sent: it can be, and nothing says that it was.
    expect(start()).not.toHaveAttribute('aria-busy', 'true');
    ends[0]?.();
    const history = screen.getByRole('region', { name: 'History' });
    expect(await within(history).findByText('+44 1')).toBeVisible();
    expect(screen.queryByText('sent to +44 1')).toBeNull();
    expect(screen.queryByText('The service accepted the preview.')).toBeNull();
    await user.click(start());
    ends[1]?.();
    expect(await screen.findByText('sent to +44 123')).toBeVisible();
    expect(names('previews.start')).toMatchObject([
      { input: { to: '+44 1' } },
      { input: { to: '+44 123' } },
    ]);
    await user.type(field('Recipient'), '4');
    expect(screen.queryByText('sent to +44 123')).toBeNull();
  });

  it('stops waiting for the one in the form alone', async () => {
    const { user, names } = await open({
      history: [{}],
      start: () => new Promise(() => undefined),
    });
    await user.click(start());
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    expect(names('previews.cancel')).toMatchObject([{ input: { botId: 'bot1', to: '+44 1' } }]);
  });

  it('fills the form to repeat, and sends nothing', async () => {
    const { user, names } = await open({
      history: [{}, { activityId: 'p2', input: { botId: 'other', to: '+55 2' } }],
    });
    await user.click(
      screen.getByRole('button', { name: 'Fill the form with bot other and recipient +55 2' }),
    );
    expect(field('Bot ID')).toHaveValue('other');
    expect(field('Recipient')).toHaveValue('+55 2');
    expect(names('previews.start')).toEqual([]);
  });

  it('gives back what was typed and never sent, when the form was filled over it', async () => {
    const { user } = await open({
      history: [{}, { activityId: 'p2', input: { botId: 'other', to: '+55 2' } }],
    });
    await user.type(field('Bot ID'), '-new');
    await user.click(
      screen.getByRole('button', { name: 'Fill the form with bot other and recipient +55 2' }),
    );
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(field('Bot ID')).toHaveValue('bot1-new'));
    expect(field('Recipient')).toHaveValue('+44 1');
  });

  it('leaves what was typed since the form was filled', async () => {
    const { user } = await open({
      history: [{}, { activityId: 'p2', input: { botId: 'other', to: '+55 2' } }],
    });
    await user.type(field('Bot ID'), '-new');
    await user.click(
      screen.getByRole('button', { name: 'Fill the form with bot other and recipient +55 2' }),
    );
    await user.type(field('Recipient'), '33');
    render(Toasts);
    undoLatestToast();
    await screen.findByText('Nothing was undone: the form has been changed since');
    expect(field('Recipient')).toHaveValue('+55 233');
  });

  it('fills the form with one whose connection was removed, as there is no other to send it', async () => {
    const { user, names } = await open({ history: [{ connectionId: 'removed' }] });
    await user.click(
      screen.getByRole('button', { name: 'Fill the form with bot bot1 and recipient +44 1' }),
    );
    expect(field('Bot ID')).toHaveValue('bot1');
    expect(field('Recipient')).toHaveValue('+44 1');
    expect(names('previews.start')).toEqual([]);
  });

  it('says at the field what is wrong with it, and keeps what was typed', async () => {
    const { user } = await open({
      start: () => {
        throw invalidField('botId', 'unsafePathId');
      },
    });
    await user.type(field('Bot ID'), '..');
    await user.click(start());
    await waitFor(() => expect(field('Bot ID')).toBeInvalid());
    expect(field('Bot ID')).toHaveAccessibleDescription('An ID can’t be empty, . or ..');
    expect(field('Bot ID')).toHaveValue('..');
  });

  it('says when the same is under way already', async () => {
    const { user } = await open({
      start: () => {
        throw new ProblemError({ code: 'alreadyUnderWay' });
      },
    });
    await user.click(start());
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('hands over what is typed with each key, as quitting asks no window', async () => {
    const { user, names } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Recipient' }), '+44 7');
    expect(names('previews.saveDraft').at(-1)).toMatchObject({
      input: { fields: { to: '+44 7' } },
    });
  });

  it('keeps what is typed when the screen is left', async () => {
    const { user } = await open({ history: [{}] });
    await user.type(field('Bot ID'), 'x');
    cleanup();
    render(Previews);
    expect(await screen.findByRole('textbox', { name: 'Bot ID' })).toHaveValue('bot1x');
  });

  it('shows the way to begin without a connection', async () => {
    const { user } = await open({ connected: false });
    await user.click(screen.getByRole('button', { name: 'Get started' }));
    expect(navigation.current).toEqual({ screen: 'welcome' });
  });
});

it('Enter pressed twice starts one, though the list hears of its end after the answer', async () => {
  const started: PreviewRun[] = [];
  const start = (run: PreviewRun) => {
    started.push(run);
    return run;
  };
  const { names, tell, user } = await open({ start, isListLate: true });
  await user.type(screen.getByRole('textbox', { name: 'Bot ID' }), 'bot1');
  await user.type(screen.getByRole('textbox', { name: 'Recipient' }), '+44 1{Enter}');
  await waitFor(() => expect(started).toHaveLength(1));
  // The answer is here, and what follows from it has been done.
  await new Promise((done) => setTimeout(done));
  tell(started);
  await screen.findByText('The service accepted the preview.');
  await user.keyboard('{Enter}');
  expect(names('previews.start')).toHaveLength(1);
});
