/** The workspaces that Foyer talks to. Their tokens are the credentials room's. */
import { isDeepStrictEqual } from 'node:util';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import {
  isReachedOtherwise,
  type Connection,
  type ConnectionInput,
  type Connections as Snapshot,
} from '@shared/connection';
import { invalidField, ProblemError } from '@shared/problem-error';
import { publicationKey } from '@shared/theme/theme';
import { newId, openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';
import { connectionsBackup, type ConnectionsBackup } from './connections-backup';
import { assertApartFromToken, checkedConnectionInput, fieldsWithToken } from './connection-input';
import { createConnectionTokens } from './connection-tokens';
import type { ConnectionsOptions } from './connections-options';
import { withKeychainIds } from './keychain-ids';
import {
  connectionsFormat,
  idsKeptAt,
  originOf,
  practiceColour,
  storedConnectionsSchema,
  type StoredConnection,
  type StoredConnections,
  withEach,
  withoutConnection,
  withoutLeftToken,
  withRestored,
  withToken,
} from './stored-connections';
import { reportingActions, type UnreportedHandlers } from './reported-actions';

export interface Connections {
  /**
   * Reads the document. Never fails: a damaged one is put aside, and the version before takes its
   * place, or an empty one. While the disk does not let it be read, no connection is known, and none
   * can be changed.
   */
  start(): Promise<void>;
  /**
   * What is known, and stored: of a change that is being written, nothing. Before `start`, and while it
   * can't be read, nothing.
   */
  snapshot(): Snapshot;
  /** All connections; `undefined` while they can't be read. */
  known(): readonly Connection[] | undefined;
  /** The same for whoever needs to know that it is all. @throws ProblemError `storageNotRead` */
  read(): Snapshot;
  /** Whether a person removed it; what is not there otherwise was lost with a damaged file. */
  wasRemoved(id: string): boolean;
  /** Whether nothing was ever connected; false while that is not known. */
  isFirstRun(): boolean;
  /** One that is known; none while they can't be read. */
  knownById(id: string): Connection | undefined;
  /** The same for whoever says that it is gone. @throws ProblemError `storageNotRead`, `storageNewer` */
  byId(id: string): Connection | undefined;
  /**
   * The token of which the document says that it is there, for the connection at its own origin; no other is ever
   * sent. `undefined` where there is none. While a change of the connection is being
   * made, it waits for its end: the disk may refuse it. What needs no token waits for that alone, and names no
   * origin. Problems: keychain…
   */
  tokenFor(connectionId: string, origin: string | undefined): Promise<string | undefined>;
  /** The service refused it: the next one is read from the keychain, not from memory. */
  tokenRefused(connectionId: string, origin: string): void;
  /** Learned from an answer of the service at `baseAddress`, for all connections that lead there now. */
  learnIds(baseAddress: string, keepsClientIds: 'yes' | 'no'): Promise<void>;
  /** Starts the practice service again where there is a connection to it. */
  resumePractice(): Promise<void>;
  /** What a backup holds of the connections: everything but the tokens. */
  backupPart: ConnectionsBackup;
  handlers: Handlers<FoyerCalls>['connections'];
  /** At the end of the app: resolves when all that was told is written. */
  close(): Promise<void>;
}

const empty = (): StoredConnections => ({ connections: [], currentId: null });

export function createConnections(options: ConnectionsOptions): Connections {
  const { log } = options;
  const document = openDocument<StoredConnections>(options.file, {
    format: connectionsFormat,
    schema: storedConnectionsSchema,
    initial: empty,
    keepPrevious: true,
  });
  let opened: DocumentStore<StoredConnections> | undefined;
  let isPracticeWanted = false;
  let revision = 0;

  /** @throws ProblemError `storageNotRead` */
  function store(): DocumentStore<StoredConnections> {
    if (opened === undefined) throw new Error('the connections were not started');
    return opened;
  }

  /** With what is being written: what the next change is made on. @throws ProblemError `storageNotRead` */
  const latest = () => store().get();
  const latestById = (id: string) => latest().connections.find((one) => one.id === id);
  /** What is known, which the disk has: nothing while it can't be read. */
  const known = () => (opened?.isRead === true ? opened.getStored() : empty());
  const storedById = (id: string) => known().connections.find((one) => one.id === id);
  /** One as the window shows it, by which a person acts. */
  const seen = (id: string) => storedById(id) ?? required(id);
  const tokens = withKeychainIds(options.tokens, storedById);

  function shown(connection: StoredConnection): Connection {
    const {
      hasTokenInKeychain: _kept,
      keychainId: _keychain,
      tokensLeftAt: _left,
      ...rest
    } = connection;
    return {
      ...rest,
      host: new URL(connection.baseAddress).host,
      tokenState: stateOf(connection),
    };
  }

  function knownById(id: string): Connection | undefined {
    const found = storedById(id);
    return found && shown(found);
  }

  function snapshot(): Snapshot {
    const { connections, currentId } = known();
    const problem = opened?.problem;
    return { revision, list: connections.map(shown), currentId, ...(problem && { problem }) };
  }

  function tell(): void {
    revision += 1;
    options.onChange(snapshot());
  }

  async function change(how: (current: StoredConnections) => StoredConnections): Promise<void> {
    await store().change(how, { ifRefused: 'undo' });
    tell();
  }

  /**
   * Changes one, and tells of it. Whoever hears of another token, or of another way, hears of that
   * first: by it they judge what they are told of the change.
   */
  async function changeOne(
    id: string,
    how: (connection: StoredConnection) => StoredConnection,
    token: 'same' | 'another' | 'none' = 'same',
  ): Promise<void> {
    let isOther = token !== 'same';
    let isPresentedAnew = token === 'another';
    const changed = (one: StoredConnection): StoredConnection => {
      const next = how(one);
      if (isReachedOtherwise(one, next)) {
        isOther = true;
        isPresentedAnew ||= token === 'same' && publicationKey(one) === publicationKey(next);
      }
      return isOther ? { ...next, access: (one.access ?? 0) + 1 } : next;
    };
    await store().change(
      (current) => withEach(current, (one) => (one.id === id ? changed(one) : one)),
      { ifRefused: 'undo' },
    );
    if (isOther) options.onAccessChanged?.(id, isPresentedAnew);
    tell();
  }

  function required(id: string): StoredConnection {
    const found = latestById(id);
    if (!found) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return found;
  }

  const { stateOf, tokenFor, inMemory, keepWith, giveUp, forgetWith, removeLeft, removeAllLeft } =
    createConnectionTokens({
      tokens,
      stored: () => store().getStored().connections,
      latestById,
      noneLeftAt: (id, origin) => changeOne(id, (one) => withoutLeftToken(one, origin)),
      onShownOtherwise: tell,
      log,
    });

  async function add(
    input: ConnectionInput,
    token: string | undefined,
    keep: 'keychain' | 'session',
    isPractice: boolean,
  ): Promise<string> {
    const id = newId();
    const origin = originOf(input);
    // Where connections can't be read, no token is kept for one that can't be added.
    latest();
    const hasTokenInKeychain = token !== undefined && keep === 'keychain';
    const connection = { ...input, id, isPractice, hasTokenInKeychain };
    // The token first: if it can't be kept, nothing has changed.
    await keepWith({ id, before: undefined, origin, token, keep }, () =>
      change((current) => ({
        ...current,
        connections: [
          ...current.connections,
          { ...connection, keepsClientIds: idsKeptAt(input.baseAddress, current) },
        ],
        currentId: id,
      })),
    );
    return id;
  }

  /** `isAsked`: a person goes to practise, and what was refused there may be taken now. */
  async function practise(isAsked: boolean): Promise<string> {
    const existing = latest().connections.find((connection) => connection.isPractice);
    const practice = await options.startPractice(existing?.baseAddress);
    if (!existing) {
      return add(
        {
          label: options.practiceLabel(),
          baseAddress: practice.baseAddress,
          workspaceId: practice.workspaceId,
          colour: practiceColour(latest().connections),
          preset: 'documented',
          presentation: { kind: 'bearer' },
        },
        practice.token,
        // No secret worth a keychain: the service is new, with a new token, at every start.
        'session',
        true,
      );
    }
    const { id } = existing;
    const { baseAddress, token } = practice;
    const given = { id, before: undefined, origin: originOf(practice), token };
    // At every start the service has another token than the one that it may have refused.
    const isOther = isAsked || !tokens.isInSession(id, given.origin);
    await keepWith({ ...given, keep: 'session' }, () =>
      changeOne(id, (one) => ({ ...one, baseAddress }), isOther ? 'another' : 'same'),
    );
    return id;
  }

  async function resumePractice(): Promise<void> {
    isPracticeWanted = true;
    if (known().connections.some((connection) => connection.isPractice)) await practise(false);
  }

  const handlers: UnreportedHandlers = {
    list: snapshot,

    async add({ input, token, keep }) {
      const checked = checkedConnectionInput(input, token);
      if (checked.input.presentation.kind !== 'none' && checked.token === undefined) {
        throw invalidField('token', 'required');
      }
      assertApartFromToken(checked.input, checked.token);
      return { id: await add(checked.input, checked.token, keep, false) };
    },

    async edit({ id, input, token, keep }) {
      const before = seen(id);
      // It belongs to this program: its address is set anew at each start.
      if (before.isPractice) throw invalidField('baseAddress', 'ofPractice');
      const checked = checkedConnectionInput(input, token);
      assertApartFromToken(checked.input, checked.token);
      const origin = originOf(checked.input);
      const needsToken = checked.input.presentation.kind !== 'none';
      const hasNewToken = checked.token !== undefined;
      let oldOrigin = origin;
      let isOther = false;
      /** By where it leads as it is written: a change before this one may be refused. */
      const edited = (one: StoredConnection): StoredConnection => {
        oldOrigin = originOf(one);
        isOther = !isDeepStrictEqual({ ...one, ...checked.input }, one);
        const isMoved = oldOrigin !== origin;
        const hasNoneHere = isMoved || one.presentation.kind === 'none';
        if (hasNoneHere && needsToken && !hasNewToken) throw invalidField('token', 'required');
        const keepsOwn = needsToken && !hasNewToken && !isMoved;
        return {
          ...(keepsOwn ? one : withToken(one, hasNewToken ? { origin, keep } : null)),
          ...checked.input,
          // Another address may be another service, with other habits.
          keepsClientIds: idsKeptAt(checked.input.baseAddress, latest()),
        };
      };
      await keepWith({ id, before, origin, token: checked.token, keep }, async () => {
        const now = required(id);
        // The token that stays is as much a token as one that is typed.
        if (!hasNewToken) assertApartFromToken(checked.input, inMemory(now));
        await changeOne(id, edited, hasNewToken ? 'another' : 'same');
      });
      if (oldOrigin !== origin || !needsToken) tokens.forgetInSession(id, oldOrigin);
      return { isOther, isNoneLeft: removeLeft(id) };
    },

    giveUp() {
      giveUp();
    },

    async remove({ id }) {
      // The token first: a connection that is gone could not say that its token is still there.
      await forgetWith(id, undefined, () => change((current) => withoutConnection(current, id)));
      options.onRemoved?.(id);
    },

    async select({ id }) {
      required(id);
      await change((current) => ({ ...current, currentId: id }));
    },

    async replaceToken({ id, reach, token, keep }) {
      const before = { ...seen(id), ...reach };
      const checked = checkedConnectionInput(before, token);
      if (checked.token === undefined) throw invalidField('token', 'required');
      if (fieldsWithToken(before, checked.token).length > 0)
        throw invalidField('token', 'inAnotherField');
      const origin = originOf(reach);
      const replaced = (one: StoredConnection): StoredConnection => {
        if (originOf(one) === origin) return withToken(one, { origin, keep });
        throw new ProblemError({ code: 'tokenNotChanged', label: one.label });
      };
      await keepWith({ id, before: reach, origin, token: checked.token, keep }, () =>
        changeOne(id, replaced, 'another'),
      );
      void removeLeft(id);
    },

    async forgetToken({ id, reach }) {
      // The one that was refused, if it was, is none any more.
      await forgetWith(id, reach, (removedAt) =>
        changeOne(id, (one) => removedAt.reduce(withoutLeftToken, withToken(one, null)), 'none'),
      );
    },

    async check({ input, token, id }) {
      const checked = checkedConnectionInput(input, token);
      if (checked.input.presentation.kind === 'none')
        return options.check(checked.input, undefined);
      const stored =
        checked.token ??
        (id === undefined ? undefined : await tokenFor(id, originOf(checked.input)));
      if (stored === undefined) throw invalidField('token', 'required');
      return options.check(checked.input, stored);
    },

    async practise() {
      const isNew = !latest().connections.some((connection) => connection.isPractice);
      const id = await practise(true);
      if (isNew) {
        const touched = [{ id, name: options.practiceLabel() }];
        options.onDone?.({ kind: 'connectionAdded', touched });
      }
      if (latest().currentId !== id) await change((current) => ({ ...current, currentId: id }));
      return { id };
    },
  };

  return {
    async start() {
      opened = await openDocumentStore(document, {
        onRead() {
          tell();
          removeAllLeft();
          if (!isPracticeWanted) return;
          resumePractice().catch((error: unknown) => {
            log.warn('connections.practiceNotResumed', { error: String(error) });
          });
        },
      });
      // Where none needs a token, nothing but a start asks the keychain.
      if (opened.isRead) removeAllLeft();
    },
    snapshot,
    known: () => (opened?.isRead === true ? snapshot().list : undefined),
    read() {
      latest();
      return snapshot();
    },
    wasRemoved: (id) => known().removedIds?.includes(id) === true,
    isFirstRun: () => opened?.isRead === true && known().connections.length === 0,
    knownById,
    byId(id) {
      opened?.get();
      return knownById(id);
    },
    tokenFor,
    tokenRefused: (id, origin) => tokens.readAgain(id, origin),
    async learnIds(baseAddress, keepsClientIds) {
      const isNews = (one: StoredConnection) =>
        one.baseAddress === baseAddress && one.keepsClientIds !== keepsClientIds;
      if (!known().connections.some(isNews)) return;
      await change((current) =>
        withEach(current, (one) => (isNews(one) ? { ...one, keepsClientIds } : one)),
      );
    },
    resumePractice,
    backupPart: connectionsBackup({
      all: () => latest().connections,
      add: (added) => change((current) => withRestored(current, added)),
    }),
    handlers: reportingActions(handlers, knownById, (action) => options.onDone?.(action)),
    close: async () => opened?.close(),
  };
}
