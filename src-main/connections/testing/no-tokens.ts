import type { TokenKeeper } from '../connection-tokens';

/** Keeps no token: for tests that are about something else. */
export const noTokens: TokenKeeper = {
  token: () => Promise.resolve(undefined),
  inMemory: () => undefined,
  keep: () => Promise.resolve(() => Promise.resolve()),
  forget: () => Promise.resolve(() => Promise.resolve()),
  forgetInSession: () => () => Promise.resolve(),
  removeFromKeychain: () => Promise.resolve(),
  readAgain: () => undefined,
  isInSession: () => false,
  onOpen: () => undefined,
};
