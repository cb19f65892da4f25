import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalAction } from '@shared/activity';
import type { ConnectionInput } from '@shared/connection';
import { invalidField } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { checkedConnectionInput, fieldsWithToken } from './connection-input';
import { createConnections } from './connections';
import {
  connectionsFixture,
  connectionsFolder,
  input,
  lockableKeychain,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { noTokens } from './testing/no-tokens';
import { problem } from './testing/observed-connections';

/**
 * An address, a label or a token is copied from a page that may break its lines there, with a zero-width space behind it.
 * The workspace ID is taken without it. So are these: else a person is told of an address that ends in v1 that it must
 * end in v1, and `foyer preview --connection Northwind` finds no connection, though `Northwind` is what is on the screen.
 */
describe('what is entered with an unseen end', () => {
  const unseen = '\u200B';
  const entered: ConnectionInput = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  };
  const checked = (changes: Partial<ConnectionInput>, token = 'secret-1') =>
    checkedConnectionInput({ ...entered, ...changes }, token);
  const kept = (changes: Partial<ConnectionInput>) => checked(changes).input;
  const inHeader = (end: string) => ({
    presentation: { kind: 'header' as const, header: `X-Api-Key${end}`, scheme: `Key${end}` },
  });

  it.each<[string, Partial<ConnectionInput>]>([
    ['the control: nothing but a blank', { baseAddress: `${entered.baseAddress} ` }],
    ['the control: behind the workspace ID', { workspaceId: `w1${unseen}` }],
    ['behind the address', { baseAddress: `${entered.baseAddress}${unseen}` }],
    ['before the address', { baseAddress: `${unseen}${entered.baseAddress}` }],
  ])('%s', (_, changes) => {
    expect(kept(changes)).toEqual(entered);
  });

  it('behind the header and its scheme', () => {
    expect(kept(inHeader(unseen))).toEqual(kept(inHeader('')));
  });

  it('round the token; inside it is no token that a header can hold', () => {
    expect(checked({}, `${unseen}secret-1${unseen}`).token).toBe('secret-1');
    expect(checked({}, unseen).token).toBeUndefined();
    expect(() => checked({}, `secret${unseen}-1`)).toThrow(
      expect.objectContaining({ problem: invalidField('token', 'notAHeaderValue').problem }),
    );
  });

  it.each([
    ['the control: a label with a blank', ' '],
    ['a label with what nobody sees', unseen],
  ])('%s is kept as it is on the screen', (_, end) => {
    expect(kept({ label: `Northwind${end}` }).label).toBe('Northwind');
  });

  it('a label keeps what shapes its last sign', () => {
    expect(kept({ label: 'Northwind ❤\uFE0F' }).label).toBe('Northwind ❤\uFE0F');
  });
});

/**
 * The changelog: a token “pasted into another field of its connection is refused there”. Dashboards show it as `Bearer TOKEN`, and so it is
 * pasted into its field; the token alone, pasted into the name, is kept there, in a file and in backups.
 */
describe('a token in the name, without its scheme', () => {
  const token = 'sk_live_a1B2c3D4e5F6g7H8i9';
  const { label: _, ...rest } = trialConnection('northwind');
  const input = { ...rest, label: token };

  it('the control: both are the token alone', () => {
    expect(fieldsWithToken(input, token)).toEqual(['label']);
  });

  it.each([`Bearer ${token}`, `Token ${token}`])('refused where it was entered as %s', (typed) => {
    expect(fieldsWithToken(input, typed)).toEqual(['label']);
  });
});

/** What is in a name, an address or a header is kept as plain text, shown, and put into a backup: no place for a token. */
describe('a token that is pasted into another field', () => {
  const token = 'secret-9f2c7a';
  const header = (scheme: string, name = 'X-Api-Key') => ({
    presentation: { kind: 'header' as const, header: name, scheme },
  });

  const started = async () =>
    (await startConnections(await connectionsFolder(), openKeychain())).handlers;

  it.each<[string, Partial<ConnectionInput>]>([
    ['label', { label: `Northwind ${token}` }],
    ['baseAddress', { baseAddress: `https://northwind.example/${token}/v1` }],
    ['workspaceId', { workspaceId: token }],
    ['scheme', header(`Bearer ${token}`)],
    ['header', header('', token)],
  ])('is refused in the field %s, and nothing is kept', async (field, changes) => {
    const handlers = await started();
    const pasted = { ...input, ...changes };

    await expect(handlers.add({ input: pasted, token, keep: 'keychain' })).rejects.toMatchObject({
      problem: invalidField(field, 'holdsToken').problem,
    });
    expect((await handlers.list(undefined)).list).toEqual([]);

    const { id } = await handlers.add({ input, token, keep: 'keychain' });
    await expect(
      handlers.edit({ id, input: pasted, token, keep: 'keychain' }),
    ).rejects.toMatchObject({ problem: invalidField(field, 'holdsToken').problem });
  });

  it('is no matter where a few letters of it are there by chance', async () => {
    const handlers = await started();
    await handlers.add({
      input: { ...input, label: 'Northwind' },
      token: 'wind',
      keep: 'keychain',
    });
    expect((await handlers.list(undefined)).list).toHaveLength(1);
  });

  it.each(['keychain', 'session'] as const)(
    'is refused while the one that is stored stays: %s',
    async (keep) => {
      const { handlers, tokenFor } = await startConnections(
        await connectionsFolder(),
        openKeychain(),
      );
      const { id } = await handlers.add({ input, token, keep });
      // Something is sent with it.
      await tokenFor(id, new URL(input.baseAddress).origin);
      // The token's field is left empty, which keeps the stored one.
      const pasted = { ...input, ...header(`Bearer ${token}`) };
      expect(await problem(handlers.edit({ id, input: pasted, keep: 'keychain' }))).toEqual(
        invalidField('scheme', 'holdsToken').problem,
      );
      expect((await handlers.list(undefined)).list).toMatchObject([input]);
    },
  );

  it('is refused as the new one where it stands in another field', async () => {
    const handlers = await started();
    // The two were swapped as the connection was added.
    const reach = { ...input, workspaceId: token };
    const { id } = await handlers.add({ input: reach, token: 'ws_northwind', keep: 'keychain' });
    expect(await problem(handlers.replaceToken({ id, reach, token, keep: 'keychain' }))).toEqual(
      invalidField('token', 'inAnotherField').problem,
    );
  });

  it('has no locked keyring asked for the one that is stored', async () => {
    const { state, keychain, secretService } = lockableKeychain(new Map());
    const asked: string[] = [];
    const get = (account: string) => {
      if (state.isLocked) asked.push(account);
      return keychain.get(account);
    };
    const folder = await connectionsFolder();
    const before = await startConnections(folder, { ...keychain, get }, { secretService });
    const { id } = await before.handlers.add({ input, token, keep: 'keychain' });
    await before.close();
    const { handlers } = await startConnections(folder, { ...keychain, get }, { secretService });
    state.isLocked = true;
    await handlers.edit({ id, input: { ...input, label: 'Renamed' }, keep: 'keychain' });
    expect((await handlers.list(undefined)).list).toMatchObject([{ label: 'Renamed' }]);
    expect(asked).toEqual([]);
  });
});

/**
 * A person edits a connection and leaves a blank in the field of its token (*Leave empty to keep the stored token*): they
 * pressed the space bar there, or pasted an empty cell. The field shows a dot, and the stored token is kept. Activity
 * tells what was done here.
 */
describe('a blank in the field of the token', () => {
  const input: ConnectionInput = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  };

  /** What is told of an edit with that token, and the tokens that were kept by then. */
  async function toldOf(token: string | undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const kept: string[] = [];
    const actions: LocalAction[] = [];
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: {
        ...noTokens,
        keep(_id, _origin, given) {
          kept.push(given);
          return Promise.resolve(() => Promise.resolve());
        },
      },
      check: () => Promise.reject(new Error('nothing is asked here')),
      startPractice: () => Promise.reject(new Error('nobody practises here')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      onDone: (action) => actions.push(action),
      log: { warn: () => undefined },
    });
    await connections.start();
    const { handlers } = connections;
    const { id } = await handlers.add({ input, token: 'sesame', keep: 'keychain' });
    actions.length = 0;
    const edited = { ...input, label: 'Kestrel' };
    await handlers.edit({
      id,
      input: edited,
      ...(token !== undefined && { token }),
      keep: 'keychain',
    });
    await connections.close();
    return { told: actions.map(({ kind }) => kind), kept };
  }

  it.each([
    ['the control: none', undefined],
    ['a blank', ' '],
    ['what nobody sees', '\u200B'],
  ])('no token is said to be replaced where none was: %s', async (_name, token) => {
    const { told, kept } = await toldOf(token);
    expect(kept).toEqual(['sesame']);
    expect(told).toEqual(['connectionEdited']);
  });

  it('the control: one that was replaced is said to be', async () => {
    const { told, kept } = await toldOf('sesame-2');
    expect(kept).toEqual(['sesame', 'sesame-2']);
    expect(told).toEqual(['connectionEdited', 'tokenReplaced']);
  });
});

/** A connection that needed no token is given a way to present one: like a new one, it isn’t stored without a token. */
describe('a connection that needed no token', () => {
  it('is asked for its token', async () => {
    const { connections, id } = await connectionsFixture({ kind: 'none' });
    const edit = async (token?: string) =>
      connections.handlers.edit({ id, input, ...(token && { token }), keep: 'keychain' });
    await expect(edit()).rejects.toThrow(
      expect.objectContaining({ problem: invalidField('token', 'required').problem }),
    );
    expect(connections.knownById(id)?.presentation).toEqual({ kind: 'none' });
    await edit('sesame');
    expect(connections.knownById(id)?.tokenState).toBe('keychain');
  });
});
