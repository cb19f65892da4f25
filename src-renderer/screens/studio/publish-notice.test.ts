/** What the studio says of a publication that waits or was refused: why, and what comes next, each once. */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import type { Connection } from '@shared/connection';
import type { Outcome } from '@shared/service/outcome';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = trialConnection('n', { label: 'Northwind' });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: 'n', relation: 'never' }],
  publications: {},
};

/** What was asked for before, of which a notice may have been dismissed. */
let asked = 0;

interface Around {
  /** The answer to this very publication is known. */
  readonly isAnswered?: boolean;
  readonly isPaused?: boolean;
  readonly connection?: Connection;
  readonly save?: OpenTheme['save'];
}

type Waits = Pick<OutboxItem, 'why'> &
  Partial<Pick<OutboxItem, 'outcome' | 'problem' | 'mayHaveArrived'>>;

/** The notice of what waits to be published to Northwind, or of that title. */
async function notice(
  waits: Waits,
  title: string | RegExp = 'Waiting to publish to Northwind',
  {
    isAnswered = false,
    isPaused = false,
    connection = northwind,
    save = harbour.save,
  }: Around = {},
): Promise<HTMLElement> {
  asked += 1;
  const place = { themeId: 't1', connectionId: connection.id };
  const answersOf = (outcome: Outcome) => {
    const result = { activityId: 'a1', outcome, hasOwnId: false, rewrites: [], hasTheme: false };
    return [{ ...place, result: { ...result, canTakeAnswer: false, possibleCopies: 0 } }];
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    library: {
      open: () => ({ ...harbour, save }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused, holds: [] },
        items: [
          {
            ...place,
            name: 'Harbour',
            asked,
            since: '2026-11-20T14:05:00Z',
            isFirst: true,
            ...waits,
          },
        ],
        deliveries: [{ ...place, delivery: waits.why === 'refused' ? 'refused' : 'blocked' }],
        progress: { done: 0, all: 1 },
      }),
      answers: () => (isAnswered && waits.outcome ? answersOf(waits.outcome) : []),
      dismiss: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
  const said = (await pane.findByText(title)).closest<HTMLElement>('.notice');
  if (!said) throw new Error('There is no notice');
  return said;
}

it.each([
  ['asked', 'The service asked Foyer to wait'],
  ['answered', 'The service’s address gave an unexpected answer'],
  ['unreachable', 'The service can’t be reached'],
  ['tokenRefused', 'The token was refused'],
] as const)('%s', async (why, words) => {
  expect(within(await notice({ why })).getByText(words)).toBeVisible();
});

it.each(['retry', 'turn', 'held', 'paused', 'tokenMissing', 'themeMissing'] as const)(
  'says of “%s” only what Foyer does next',
  async (why) => {
    expect((await notice({ why })).querySelectorAll('p:not(.strong)')).toHaveLength(1);
  },
);

/** Its try was of a time without a way to the service; another theme's answer, or a person's word, is what it waits for by now. */
describe.each([
  ['offline', 'This computer was offline.'],
  ['addressUnreachable', 'The service couldn’t be reached from this computer’s network.'],
  ['connectionRefused', 'Nothing was answering at the service’s address.'],
] as const)('a theme whose try never left: %s', (reason, words) => {
  const outcome: Outcome = { kind: 'notSent', reason, detail: '' };

  it('the control: it waits for a way', async () => {
    expect(await notice({ why: 'unreachable', outcome })).toHaveTextContent(words);
  });

  it.each([
    ['asked', 'The service asked Foyer to wait'],
    ['answered', 'The service’s address gave an unexpected answer'],
    ['tokenRefused', 'The token was refused'],
    ['paused', 'Foyer holds it until you resume the outbox.'],
    ['turn', 'Foyer sends it when its turn comes.'],
  ] as const)('is said to wait for what is in the way now: %s', async (why, cause) => {
    const said = await notice({ why, outcome });
    expect(said).toHaveTextContent(cause);
    expect(said).toHaveTextContent('The last try didn’t reach the service.');
    expect(said).not.toHaveTextContent(words);
  });

  it('may have arrived before that', async () => {
    const said = await notice({ why: 'asked', outcome, mayHaveArrived: true });
    expect(said).toHaveTextContent('An earlier try may have arrived.');
  });
});

it.each([false, true])(
  'is tried again at a word unless the outbox is paused: %s',
  async (isPaused) => {
    const said = within(await notice({ why: 'tokenRefused' }, undefined, { isPaused }));
    expect(said.queryAllByRole('button', { name: 'Try now' })).toHaveLength(isPaused ? 0 : 1);
  },
);

it('says what the service answered where this theme was tried', async () => {
  const said = within(await notice({ why: 'asked', outcome: { kind: 'rejected', status: 429 } }));
  expect(said.getByText(/429/u)).toBeVisible();
  expect(said.queryByText('The service asked Foyer to wait')).toBeNull();
});

/** The service said no for good, and its answer is known, or it is gone with another connection's since. */
describe.each([
  ['known', true],
  ['gone', false],
])('of what was refused, its answer %s', (_known, isAnswered) => {
  const refused = (status: number) => {
    const error = { message: 'The name is taken', issues: [] };
    return { why: 'refused', outcome: { kind: 'rejected', status, error } } as const;
  };

  it('says that it isn’t sent again, whatever token comes', async () => {
    const said = await notice(refused(400), /\(400\)/u, { isAnswered });
    expect(said).toHaveTextContent('Foyer won’t send it again automatically.');
    expect(said).toHaveTextContent('The name is taken');
  });

  it.each<[string, Partial<Connection>, boolean, string]>([
    ['', {}, false, 'Foyer sends it again when you replace the token.'],
    ['none is left', { tokenState: 'missing' }, false, 'Foyer sends it when you enter a token.'],
    [
      'the outbox is paused',
      {},
      true,
      'Foyer holds it until you enter a token and resume the outbox.',
    ],
  ])('says what a token does that is allowed: %s', async (_when, part, isPaused, words) => {
    const connection = { ...northwind, ...part };
    const around = { isAnswered, isPaused, connection };
    const said = await notice(refused(403), /\(403\)/u, around);
    expect(within(said).getByRole('button', { name: /token/iu })).toBeVisible();
    expect(said).toHaveTextContent(words);
    expect(said).not.toHaveTextContent(/automatically|Settings/u);
  });

  it('goes when it is dismissed', async () => {
    const said = await notice(refused(400), /\(400\)/u, { isAnswered });
    await userEvent.click(within(said).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
    expect(screen.queryByText('The name is taken')).toBeNull();
    expect(screen.getByText('The last publish to Northwind failed')).toBeVisible();
  });
});

/** “The window says _Saved_ only once it is on the disk” (guide): who believes that a theme is safe quits. */
describe('doesn’t call a theme safe that couldn’t be saved', () => {
  const full = { code: 'storageFull', path: '/media/usb/Foyer/harbour.json' } as const;

  it.each([
    ['decision', 'Harbour may not have arrived'],
    ['refused', 'The last publish to Northwind failed'],
  ] as const)('%s', async (why, title) => {
    const said = await notice({ why }, title, { save: { kind: 'failed', problem: full } });
    expect(screen.getByText(/The disk is full, so .* couldn’t be saved\./u)).toBeVisible();
    expect(said).not.toHaveTextContent(/\bsafe\b/u);
  });
});

/** What came of the last try is not all that is known: the service may have what was sent before it. */
describe('says that nothing was done only where no earlier try may have arrived', () => {
  const error = { message: 'Not now', issues: [] };
  const offline = { kind: 'notSent', reason: 'offline', detail: '' } as const;
  const rejected = (status: number) => ({ kind: 'rejected', status, error }) as const;
  const nothingDone =
    /Nothing was sent\.|Nothing reached the service\.|nothing was changed there\./u;
  const mayHaveArrived = 'An earlier try may have arrived.';

  it.each<[RegExp, Waits]>([
    [/This computer was offline\./u, { why: 'unreachable', outcome: offline }],
    [/required you to sign in\./u, { why: 'unreachable', outcome: { kind: 'proxyRefused' } }],
    [/Too many requests \(429\)\./u, { why: 'asked', outcome: rejected(429) }],
    [
      /refused the token \(401\)\./u,
      { why: 'tokenRefused', outcome: { kind: 'tokenRefused', status: 401 } },
    ],
    [/The service refused it \(400\)\./u, { why: 'refused', outcome: rejected(400) }],
    [/The keychain didn’t answer/u, { why: 'problem', problem: { code: 'keychainLocked' } }],
    [/couldn’t record what it was/u, { why: 'problem', problem: { code: 'intentNotStored' } }],
  ])('%s', async (title, waits) => {
    const alone = await notice(waits, title);
    expect(alone).toHaveTextContent(nothingDone);
    expect(alone).not.toHaveTextContent(mayHaveArrived);
    cleanup();
    const repeated = await notice({ ...waits, mayHaveArrived: true }, title);
    expect(repeated).toHaveTextContent(mayHaveArrived);
    expect(repeated).not.toHaveTextContent(nothingDone);
  });

  it('where the answer to a repetition is known, too', async () => {
    const waits: Waits = { why: 'refused', outcome: rejected(400), mayHaveArrived: true };
    const said = await notice(waits, /\(400\)/u, { isAnswered: true });
    expect(said).toHaveTextContent(mayHaveArrived);
    expect(said).not.toHaveTextContent(nothingDone);
  });
});
