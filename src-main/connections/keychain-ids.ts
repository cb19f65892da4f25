/** Under which id each connection's tokens are kept: its own, unless it came from a backup. */
import type { TokenKeeper } from './connection-tokens';
import type { StoredConnection } from './stored-connections';

/** The keeper for whoever knows connections by their ids only. */
export function withKeychainIds(
  tokens: TokenKeeper,
  connectionById: (id: string) => StoredConnection | undefined,
): TokenKeeper {
  const keptAs = (id: string) => connectionById(id)?.keychainId ?? id;
  return {
    token: (id, origin) => tokens.token(keptAs(id), origin),
    inMemory: (id, origin) => tokens.inMemory(keptAs(id), origin),
    keep: (id, origin, token, where, givenUp) =>
      tokens.keep(keptAs(id), origin, token, where, givenUp),
    forget: (id, origin) => tokens.forget(keptAs(id), origin),
    forgetInSession: (id, origin) => tokens.forgetInSession(keptAs(id), origin),
    removeFromKeychain: (id, origin) => tokens.removeFromKeychain(keptAs(id), origin),
    readAgain: (id, origin) => tokens.readAgain(keptAs(id), origin),
    isInSession: (id, origin) => tokens.isInSession(keptAs(id), origin),
    onOpen: (listener) => tokens.onOpen(listener),
  };
}
