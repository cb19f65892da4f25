/** What waits only for a person's word, and pausing, in the outbox's panel. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { confirmation } from '../../ui/confirmation.svelte';
import { layers } from '../../ui/layers';
import TokenEntry from '../connections/TokenEntry.svelte';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);

const northwind: Connection = {
  id: 'northwind',
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws-2',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  host: 'northwind.example',
  isPractice: false,
  tokenState: 'keychain',
  keepsClientIds: 'no',
};

const harbour: Omit<OutboxItem, 'why'> = {
  themeId: 't1',
  connectionId: 'northwind',
  name: 'Harbour',
  since: '2026-01-02T03:04:05.000Z',
  isFirst: false,
};

const nothing: OutboxSnapshot = {
  ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
  progress: { done: 0, all: 1 },
};

async function show(
  snapshot: Partial<OutboxSnapshot>,
  change: Partial<Connection> = {},
): Promise<FakeMain> {
  const list = [{ ...northwind, ...change }];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
    outbox: {
      list: () => ({ ...nothing, ...snapshot }),
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      cancel: () => undefined,
      decide: () => undefined,
      setPaused: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  return main;
}

afterEach(() => {
  outbox.end();
});

const entry = () => within(screen.getByRole('list', { name: 'Waiting' }));

describe('what was meant for another workspace', () => {
  it('isn’t said to be that where the workspace has another address', async () => {
    const place = { host: 'northwind.example', workspaceId: northwind.workspaceId };
    await show({ items: [{ ...harbour, why: 'elsewhere', place }] });
    expect(entry().getByText(/^Northwind has another base address now/u)).toBeVisible();
  });

  it('says where it was to go, and goes to where the connection points at a person’s word', async () => {
    const place = { host: 'northwind.example', workspaceId: 'ws-1' };
    const main = await show({ items: [{ ...harbour, why: 'elsewhere', place }] });
    expect(entry().getByText('Was meant for ws-1 on northwind.example')).toBeVisible();
    expect(entry().getByText(/Northwind points to another workspace now/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Harbour now' })).toBeNull();
    await userEvent.click(entry().getByRole('button', { name: 'Publish to Northwind' }));
    await waitFor(() => {
      expect(main.log).toContainEqual({
        name: 'outbox.publish',
        input: { themeIds: ['t1'], connectionIds: ['northwind'] },
      });
    });
    await userEvent.click(
      entry().getByRole('button', { name: 'Cancel publishing Harbour to Northwind' }),
    );
    expect(main.log.at(-1)?.name).toBe('outbox.cancel');
  });
});

describe('a later save that may have arrived twice', () => {
  it('says that copies may have been made, and leaves it to a person', async () => {
    await show({
      items: [{ ...harbour, why: 'decision', unsureTries: 2, templateId: 'tpl_7' }],
    });
    expect(entry().getByText('Not sure it arrived')).toBeVisible();
    expect(entry().getByText(/may already have created duplicates on Northwind/u)).toBeVisible();
    expect(entry().getByText(/sending again could create a duplicate/u)).toBeVisible();
    expect(screen.queryByText(/won’t create a duplicate/u)).toBeNull();
  });

  it.each<[string, Pick<OutboxItem, 'outcome' | 'problem'>, RegExp]>([
    [
      'by the service',
      { outcome: { kind: 'rejected', status: 400, error: { message: 'Too long', issues: [] } } },
      /^The last try: The service refused it \(400\)/u,
    ],
    [
      'here',
      { problem: { code: 'bodyTooLarge', bytes: 2 * 1024 * 1024, hasCustomCss: true } },
      /^The last try: The theme is 2(\.0)? MiB/u,
    ],
  ])('says that a later try was refused %s', async (_where, part, words) => {
    await show({ items: [{ ...harbour, why: 'decision', ...part }] });
    expect(entry().getByText('Not sure it arrived')).toBeVisible();
    expect(entry().getByText(words)).toBeVisible();
  });
});

describe('what has arrived, and the library can’t be told so yet', () => {
  it('is called published, and there is nothing to cancel', async () => {
    await show({
      items: [
        {
          ...harbour,
          why: 'unnoted',
          nextTryAt: '2026-01-02T03:04:09.000Z',
          problem: { code: 'storageFull', path: '/library/harbour.json' },
        },
      ],
    });
    expect(
      entry().getByText('Published, but Foyer couldn’t record it in your library'),
    ).toBeVisible();
    expect(entry().getByText(/harbour\.json/u)).toBeVisible();
    expect(entry().getByRole('button', { name: 'Try Harbour now' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cancel/u })).toBeNull();
  });

  it.each([
    ['yes', true, /library won’t know\..* replaces the one on Northwind; it won’t create a dup/u],
    ['no', true, /library won’t know\..* assigns its own IDs, .* could create a duplicate/u],
    ['unknown', true, /library won’t know\..* doesn’t know .* could create a duplicate/u],
    ['no', false, /library won’t know\..* replaces the one on Northwind; it won’t create a dup/u],
  ] as const)(
    'says what publishing it again does: %s, new %s',
    async (keepsClientIds, isFirst, words) => {
      const item = { ...harbour, why: 'unnoted', isOfOtherLibrary: true, isFirst } as const;
      await show({ items: [item] }, { keepsClientIds });
      await userEvent.click(entry().getByRole('button', { name: /^Cancel recording/u }));
      expect(confirmation.current?.body).toMatch(words);
      confirmation.current?.answer(false);
    },
  );

  it('can be cancelled alone where that is another library, which may be gone', async () => {
    const main = await show({
      items: [{ ...harbour, why: 'unnoted', isOfOtherLibrary: true, isFirst: true }],
    });
    expect(entry().getByText(/^Published from another library\./u)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Try/u })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel all' })).toBeNull();
    // Nor is there a strip for buttons.
    expect(screen.getByRole('dialog', { name: 'Outbox' }).lastElementChild).toHaveTextContent(
      /^Harbour/u,
    );
    await userEvent.click(
      entry().getByRole('button', {
        name: 'Cancel recording that Harbour was published to Northwind',
      }),
    );
    // Its library may only be unplugged.
    expect(main.log.map(({ name }) => name)).not.toContain('outbox.cancel');
    expect(confirmation.current?.body).toContain('could create a duplicate');
    confirmation.current?.answer(true);
    const only = { themeId: 't1', connectionId: 'northwind' };
    await waitFor(() =>
      expect(main.log.at(-1)).toEqual({ name: 'outbox.cancel', input: { only } }),
    );
  });
});

/** A person has chosen another library since; the one of the entry may be gone for good. */
describe('what was published in another library', () => {
  const ofAnother = { ...harbour, isOfOtherLibrary: true } as const;
  const said = () => entry().queryByText('You published it in another library.');

  it.each(['refused', 'decision', 'sending'] as const)('says so: %s', async (why) => {
    await show({ items: [{ ...ofAnother, why }] });
    expect(said()).toBeVisible();
  });

  it('the control: of this library nothing is said', async () => {
    await show({ items: [{ ...harbour, why: 'refused' }] });
    expect(said()).toBeNull();
  });

  it('can’t be marked as published here, and leaves the outbox by the word that it isn’t there', async () => {
    const main = await show({ items: [{ ...ofAnother, why: 'decision', isFirst: true }] });
    expect(screen.queryByRole('button', { name: 'Mark Harbour as published' })).toBeNull();
    expect(entry().getByText(/gone for good, “It isn’t there” takes it out/u)).toBeVisible();
    await userEvent.click(entry().getByRole('button', { name: 'Harbour isn’t on Northwind' }));
    const input = { themeId: 't1', connectionId: 'northwind', decision: 'drop' };
    await waitFor(() => expect(main.log.at(-1)).toEqual({ name: 'outbox.decide', input }));
  });
});

describe('what stays because it can’t be sent so', () => {
  it.each<[string, OutboxItem['outcome'], RegExp, RegExp]>([
    [
      'the service said no',
      { kind: 'rejected', status: 400, error: { message: 'Template limit reached', issues: [] } },
      /^The service refused it \(400\)\.$/u,
      /Fix what it lists and send it again\..*The service says:.*Template limit reached/u,
    ],
    [
      'the address redirects for good',
      { kind: 'redirected', status: 301, host: 'new.example' },
      /^The address redirects to new\.example \(301\)\.$/u,
      /change the connection’s base address/u,
    ],
    [
      'nothing can leave through that port',
      { kind: 'notSent', reason: 'portBlocked', detail: 'net::ERR_UNSAFE_PORT' },
      /^This port can’t be used for web requests\.$/u,
      /another port/u,
    ],
    ['nobody knows why any more', undefined, /^It couldn’t be published$/u, /$/u],
  ])('%s', async (_name, outcome, line, detail) => {
    await show({ items: [{ ...harbour, why: 'refused', ...(outcome && { outcome }) }] });
    expect(entry().getByText(line)).toBeVisible();
    expect(entry().getByRole('listitem')).toHaveTextContent(detail);
    // Once, and of the service alone.
    expect(screen.queryAllByText(/refused/u)).toHaveLength(outcome?.kind === 'rejected' ? 1 : 0);
  });
});

describe('what can’t be read', () => {
  it('is named with the reason, and can be decided', async () => {
    const main = await show({
      items: [
        {
          ...harbour,
          isFirst: true,
          why: 'unreadable',
          problem: {
            code: 'fileDamaged',
            path: '/profile/outbox/a.json',
            detail: '',
            damage: { reason: 'changedBytes' },
          },
        },
      ],
    });
    expect(entry().getByText('Foyer can’t read its record of this')).toBeVisible();
    expect(entry().getByText(/a\.json/u)).toBeVisible();
    await userEvent.click(entry().getByRole('button', { name: 'Harbour isn’t on Northwind' }));
    await waitFor(() => {
      expect(main.log).toContainEqual({
        name: 'outbox.decide',
        input: { themeId: 't1', connectionId: 'northwind', decision: 'drop' },
      });
    });
  });

  it('of the outbox as a whole is said, and nothing is called empty', async () => {
    await show({ problem: { code: 'storageNoPermission', path: '/profile/outbox' } });
    expect(screen.getByText(/\/profile\/outbox/u)).toBeVisible();
    expect(screen.queryByText('Nothing waiting')).toBeNull();
  });
});

describe('what waits for a token', () => {
  it.each([
    ['tokenMissing', 'missing', 'Enter token', 'Enter the token for Northwind', 0],
    ['tokenRefused', 'keychain', 'Replace token', 'Replace the token for Northwind?', 1],
    ['refused', 'keychain', 'Replace token', 'Replace the token for Northwind?', 1],
  ] as const)('leads to entering it: %s', async (why, tokenState, button, title, tries) => {
    const outcome = { kind: 'rejected', status: 403 } as const;
    const main = await show({ items: [{ ...harbour, why, outcome }] }, { tokenState });
    render(TokenEntry);
    expect(screen.queryAllByRole('button', { name: 'Try Harbour now' })).toHaveLength(tries);
    await userEvent.click(entry().getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    // What waited is sent meanwhile: its dialog doesn't go with its button.
    await userEvent.type(dialog.getByLabelText('Token'), 'half of it');
    main.emit('outbox.changed', { ...nothing, revision: 2 });
    await screen.findByText('Nothing waiting');
    expect(dialog.getByLabelText('Token')).toHaveValue('half of it');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  });
});

describe('pausing', () => {
  it('what has left by then still arrives, and nothing more is sent', async () => {
    const lagoon = { ...harbour, themeId: 't2', name: 'Lagoon' };
    await show({
      isPaused: true,
      items: [
        { ...harbour, why: 'sending' },
        { ...lagoon, why: 'paused' },
      ],
    });
    expect(entry().getByText('Sending')).toBeVisible();
    expect(screen.getByText('Nothing more is sent until you resume it.')).toBeVisible();
    expect(screen.queryByText(/Nothing is sent/u)).toBeNull();
  });

  it('isn’t ended by the second click of a double click, which is on Resume', async () => {
    const main = await show({});
    await fireEvent.click(screen.getByRole('button', { name: 'Pause' }), { detail: 1 });
    main.emit('outbox.changed', { ...nothing, revision: 2, isPaused: true });
    const resume = await screen.findByRole('button', { name: 'Resume' });
    await fireEvent.click(resume, { detail: 2 });
    const asked = () => main.log.filter(({ name }) => name === 'outbox.setPaused');
    expect(asked()).toMatchObject([{ input: { isPaused: true } }]);
    // By the keyboard.
    await fireEvent.click(resume, { detail: 0 });
    expect(asked()).toMatchObject([{ input: { isPaused: true } }, { input: { isPaused: false } }]);
  });
});
