/** The OS keychain, through keytar: Keychain on macOS, Credential Manager, or the Secret Service. */
import type { Keychain } from './keychain';

/** How the secrets are filed; seen by a person in the system's keychain program. */
export const keychainService = 'Foyer';

/** Loads keytar at the first use: native code that a start does not need to wait for. */
export function createSystemKeychain(): Keychain {
  let loaded: Promise<typeof import('keytar')> | undefined;
  const keytar = () => (loaded ??= import('keytar').then((found) => found.default ?? found));
  return {
    get: async (account) => (await keytar()).getPassword(keychainService, account),
    set: async (account, secret) => (await keytar()).setPassword(keychainService, account, secret),
    delete: async (account) => {
      await (await keytar()).deletePassword(keychainService, account);
    },
  };
}
