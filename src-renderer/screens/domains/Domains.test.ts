import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { DnsCheck } from '@shared/dns';
import { invalidField } from '@shared/problem-error';
import type { DomainRegistration } from '@shared/sending';
import { createCustomDomainRequest } from '@shared/service/operations';
import { installFakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { trialConnection } from '@shared/trial-connection';
import Domains from './Domains.svelte';

const connection = trialConnection('c1');
const ascii = 'bot.xn--bcher-kva.de';

function registration(part: Partial<DomainRegistration> = {}): DomainRegistration {
  return {
    activityId: 'd1',
    at: new Date().toISOString(),
    connectionId: 'c1',
    input: { name: ascii },
    outcome: { kind: 'accepted', status: 200 },
    answer: { form: 'json', body: '{"customDomain":{"name":"x"}}' },
    ...part,
  };
}

const none = { state: 'none' } as const;

/** A check that found one address, after one that found another. */
function look(address: string, before?: string): DnsCheck {
  const at = (value: string) => ({
    at: new Date().toISOString(),
    records: {
      A: { state: 'found' as const, values: [value] },
      AAAA: none,
      CNAME: none,
      TXT: none,
    },
  });
  return before ? { now: at(address), before: at(before) } : { now: at(address) };
}

interface Scene {
  /** A port that was typed behind the name. */
  droppedPort?: string;
  connected?: boolean;
  registrations?: DomainRegistration[];
  checks?: Record<string, DnsCheck>;
  notes?: Record<string, string>;
  readings?: Record<string, string>;
  checkDns?: () => Promise<DnsCheck>;
  review?: () => void;
  create?: () => Promise<DomainRegistration>;
}

async function open(scene: Scene = {}) {
  const isConnected = scene.connected !== false;
  const snapshot = (revision: number, registrations: DomainRegistration[]) => ({
    revision,
    connectionId: 'c1',
    draft: '',
    registrations,
    ...(scene.readings && { readings: scene.readings }),
    checks: scene.checks ?? {},
    notes: scene.notes ?? {},
  });
  const main = installFakeMain({
    app: { copyText: () => undefined },
    connections: {
      list: () => ({
        revision: 1,
        list: isConnected ? [connection] : [],
        currentId: isConnected ? 'c1' : null,
      }),
    },
    domains: {
      state: () => snapshot(1, scene.registrations ?? []),
      saveDraft: () => undefined,
      review: () => {
        scene.review?.();
        return {
          reviewId: 'r1',
          request: createCustomDomainRequest(connection, { name: ascii }),
          ascii,
          unicode: 'bot.bücher.de',
          kind: 'subdomain',
          ...(scene.droppedPort === undefined ? {} : { droppedPort: scene.droppedPort }),
        };
      },
      create: async () => {
        const created = await (scene.create?.() ?? Promise.resolve(registration()));
        main.emit('domains.changed', snapshot(2, [created]));
        return created;
      },
      checkDns: async ({ name }) => {
        const check = await (scene.checkDns?.() ?? Promise.resolve(look('192.0.2.1')));
        const now = snapshot(3, scene.registrations ?? []);
        main.emit('domains.changed', { ...now, checks: { [name]: check } });
        return check;
      },
      setNote: () => undefined,
    },
  });
  await connections.start();
  render(Domains);
  if (isConnected) await screen.findByRole('textbox', { name: 'Domain name' });
  const names = (name: string) => main.log.filter((one) => one.name === name);
  return { main, names, user: userEvent.setup() };
}

afterEach(() => {
  cleanup();
  connections.end();
});

const field = () => screen.getByRole('textbox', { name: 'Domain name' });
const review = () => screen.getByRole('button', { name: 'Review name' });
const cells = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent.trim());
const register = { name: 'Add bot.bücher.de' };

describe('Domains', () => {
  it('shows the name both ways before anything is sent', async () => {
    const { user, names } = await open();
    await user.type(field(), 'Bot.Bücher.de{Enter}');
    const sheet = await screen.findByRole('region', { name: 'Review and result' });
    expect(sheet).toHaveTextContent(`Sent as ${ascii}`);
    expect(sheet).toHaveTextContent('Displayed as bot.bücher.de');
    expect(sheet).toHaveTextContent('Subdomain of bücher.de');
    expect(sheet).toHaveTextContent(`{"workspaceId":"w1","name":"${ascii}"}`);
    expect(screen.getByText('Will be sent once, to Northwind at northwind.example')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Review' })).toHaveFocus();
    expect(names('domains.create')).toEqual([]);
  });

  it('asks main again for the list when the connection leads to another workspace', async () => {
    const { main, names } = await open();
    const edited = { ...connection, workspaceId: 'w2' };
    main.emit('connections.changed', { revision: 2, list: [edited], currentId: 'c1' });
    await waitFor(() => expect(names('domains.state')).toHaveLength(2));
  });

  it('says that a port behind the name was dropped', async () => {
    const { user } = await open({ droppedPort: '8080' });
    await user.type(field(), 'bot.bücher.de:8080{Enter}');
    expect(
      await screen.findByText('Without the port (:8080): domains don’t have one.'),
    ).toBeVisible();
  });

  it('sends once and shows the answer as it came', async () => {
    let finish: (one: DomainRegistration) => void = () => undefined;
    const created = new Promise<DomainRegistration>((resolve) => (finish = resolve));
    const { user, names } = await open({ create: () => created });
    await user.type(field(), 'bot.bücher.de');
    await user.click(review());
    const send = await screen.findByRole('button', register);
    await user.dblClick(send);
    finish(registration());
    const answer = await screen.findByRole('region', { name: 'Raw answer' });
    expect(answer.textContent).toBe('{\n  "customDomain": {\n    "name": "x"\n  }\n}');
    expect(names('domains.create')).toEqual([
      { name: 'domains.create', input: { reviewId: 'r1' } },
    ]);
    expect(screen.queryByRole('button', register)).toBeNull();
    const list = screen.getByRole('region', { name: 'Requested from this computer' });
    expect(within(list).getByText(ascii)).toBeVisible();
  });

  it('does not say that a name is being sent which has not left', async () => {
    const { user, main } = await open({ create: () => new Promise(() => undefined) });
    await user.type(field(), 'bot.bücher.de');
    await user.click(review());
    await user.click(await screen.findByRole('button', register));
    const kept = { connectionId: 'c1', draft: '', checks: {}, notes: {} };
    const sent = registration({ outcome: null, answer: undefined });
    main.emit('domains.changed', {
      ...{ ...kept, revision: 2 },
      registrations: [{ ...sent, isInLine: true }],
    });
    expect(
      await screen.findByText('Waiting to be sent. Nothing has left this computer yet.'),
    ).toBeVisible();
    expect(screen.queryByText('Sending')).toBeNull();
    main.emit('domains.changed', { ...kept, revision: 3, registrations: [sent] });
    expect(await screen.findByText('Sending')).toBeVisible();
  });

  it('asks for a new review after an edit', async () => {
    const { user } = await open();
    await user.type(field(), 'bot.bücher.de');
    await user.click(review());
    await screen.findByRole('button', register);
    await user.type(field(), 'x');
    expect(screen.queryByRole('button', register)).toBeNull();
    expect(review()).toBeEnabled();
  });

  it('says at the field what is wrong with it, and keeps what was typed', async () => {
    const { user } = await open({
      review: () => {
        throw invalidField('name', 'notADomain');
      },
    });
    await user.type(field(), '127.0.0.1');
    await user.click(review());
    await waitFor(() => expect(field()).toBeInvalid());
    expect(field()).toHaveAccessibleDescription('Enter a domain name, for example bot.example.com');
    expect(field()).toHaveValue('127.0.0.1');
  });

  it('shows a name in its own letters, and as it was sent', async () => {
    const { user } = await open({
      registrations: [registration()],
      readings: { [ascii]: 'bot.bücher.de' },
    });
    await user.click(await screen.findByRole('button', { name: /^bot\.bücher\.de/u }));
    expect(await screen.findByRole('heading', { name: 'bot.bücher.de' })).toBeVisible();
    expect(screen.getByText(ascii)).toBeVisible();
  });

  it('folds an answer that only programs read', async () => {
    const { user } = await open({
      registrations: [registration({ answer: { form: 'json', body: '{}' } })],
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    const fold = (await screen.findByText('Raw answer')).closest('details');
    expect(fold).not.toHaveAttribute('open');
    await user.click(screen.getByText('Raw answer'));
    expect(fold).toHaveAttribute('open');
  });

  it.each([
    [{ form: 'html', body: '<h1>Hello</h1>' }, '<h1>Hello</h1>'],
    [{ form: 'empty', body: '' }, 'The answer was empty.'],
    [{ form: 'json', body: '{"cut":' }, '{"cut":'],
  ] as const)('shows the answer %j as text', async (answer, text) => {
    const { user } = await open({ registrations: [registration({ answer })] });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    const shown = await screen.findByRole('region', { name: 'Raw answer' });
    expect(shown.textContent).toBe(text);
  });

  it('hands over what is typed with each key, as quitting asks no window', async () => {
    const { user, names } = await open();
    await user.type(field(), 'half.exam');
    expect(names('domains.saveDraft').at(-1)).toMatchObject({
      input: { connectionId: 'c1', name: 'half.exam' },
    });
  });

  it('shows what the name points at now beside what it did before', async () => {
    const { user, names } = await open({
      registrations: [registration()],
      checks: { [ascii]: look('192.0.2.1') },
      checkDns: () => Promise.resolve(look('192.0.2.2', '192.0.2.1')),
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Changed since the last check: A.')).toBeVisible();
    const [, address, six] = within(screen.getByRole('table')).getAllByRole('row');
    expect(cells(address)).toEqual(['192.0.2.2', '192.0.2.1']);
    expect(cells(six)).toEqual(['None', 'As before']);
    await user.click(screen.getByRole('button', { name: 'Copy 192.0.2.2' }));
    expect(names('app.copyText')).toEqual([{ name: 'app.copyText', input: '192.0.2.2' }]);
  });

  it('says when a value was found that is older than the others beside it', async () => {
    const { now, before = now } = look('192.0.2.2', '192.0.2.1');
    const earlier = { A: new Date(Date.parse(before.at) - 3_600_000).toISOString() };
    const { user } = await open({
      registrations: [registration()],
      checkDns: () => Promise.resolve({ now, before: { ...before, earlier } }),
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    await user.click(screen.getByRole('button', { name: 'Check DNS' }));
    await screen.findByText('Changed since the last check: A.');
    const [, address, six] = within(screen.getByRole('table')).getAllByRole('row');
    expect(cells(address)[1]).toMatch(/^192\.0\.2\.1\s+Before · /u);
    expect(cells(six)).toEqual(['None', 'As before']);
  });

  it.each(['at first', 'as before'])(
    'says of a name without any record, %s, that it points nowhere yet, and what to do next',
    async (when) => {
      const records = { A: none, AAAA: none, CNAME: none, TXT: none };
      const now = { at: new Date().toISOString(), records };
      const { user } = await open({
        registrations: [registration()],
        checkDns: () => Promise.resolve(when === 'at first' ? { now } : { now, before: now }),
      });
      await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
      await user.click(screen.getByRole('button', { name: 'Check DNS' }));
      const notice = (await screen.findByText('This name points nowhere yet.')).closest('.notice');
      expect(notice).toHaveTextContent(/^This name points nowhere yet\. Add the records/u);
      expect(notice).toHaveTextContent('check again');
    },
  );

  it('says nothing of a next step where one record is there', async () => {
    const { user } = await open({ registrations: [registration()] });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    await user.click(screen.getByRole('button', { name: 'Check DNS' }));
    expect(await screen.findByText('192.0.2.1')).toBeVisible();
    expect(screen.queryByText(/Add the records/u)).toBeNull();
  });

  it('says that no name server answered', async () => {
    const failed = { state: 'failed', reason: 'noAnswer' } as const;
    const records = { A: failed, AAAA: failed, CNAME: failed, TXT: failed };
    const { user } = await open({
      registrations: [registration()],
      checkDns: () => Promise.resolve({ now: { at: new Date().toISOString(), records } }),
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    await user.click(screen.getByRole('button', { name: 'Check DNS' }));
    expect(await screen.findByText(/^No name server answered\./u)).toBeVisible();
  });

  it.each([
    [{ kind: 'accepted', status: 200 }, 'ok'],
    [{ kind: 'accepted', status: 200, otherDomain: 'other.example' }, 'warn'],
    [{ kind: 'rejected', status: 409 }, 'bad'],
    [{ kind: 'serviceFailed', status: 500 }, 'bad'],
    [{ kind: 'unsure', reason: 'timeLimit', detail: '' }, 'unsure'],
  ] as const)(
    'marks what was sent once as %j deserves, with no green check over a failure',
    async (outcome, tone) => {
      const { user } = await open({ registrations: [registration({ outcome })] });
      await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
      const sent = screen.getByText(/^Sent once, /u);
      expect(sent.querySelector('.ok, .warn, .bad, .unsure')).toHaveClass(tone);
    },
  );

  it('says that the service answered with another domain', async () => {
    const outcome = { kind: 'accepted', status: 200, otherDomain: 'other.example' } as const;
    const { user } = await open({ registrations: [registration({ outcome })] });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    expect(
      screen.getByText('The service accepted it, but answered with another domain: other.example.'),
    ).toBeVisible();
    expect(screen.queryByText('The service accepted the domain.')).toBeNull();
  });

  it('says a reason once, and as the service’s', async () => {
    const error = { message: 'Not on this plan', issues: [] };
    const { user } = await open({
      registrations: [
        registration({
          outcome: { kind: 'rejected', status: 400, error },
          answer: { form: 'json', body: '{"message":"Not on this plan"}' },
        }),
      ],
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    expect(screen.getAllByText(/Not on this plan/u)).toHaveLength(1);
    expect(screen.getByText('The service says:')).toBeVisible();
  });

  it('hands over a note with each key, as quitting asks no window', async () => {
    const { user, names } = await open({
      registrations: [registration()],
      notes: { [ascii]: 'asked' },
    });
    await user.click(screen.getByRole('button', { name: new RegExp(ascii) }));
    const note = screen.getByRole('textbox', { name: 'Note' });
    expect(note).toHaveValue('asked');
    await user.type(note, ' twice');
    expect(names('domains.setNote').at(-1)).toEqual({
      name: 'domains.setNote',
      input: { connectionId: 'c1', name: ascii, note: 'asked twice' },
    });
  });

  it('shows the way to begin without a connection', async () => {
    const { user } = await open({ connected: false });
    await user.click(screen.getByRole('button', { name: 'Get started' }));
    expect(navigation.current).toEqual({ screen: 'welcome' });
  });
});
