/** A keychain: secrets by account, under Foyer's own name. The system's one goes through keytar. */
export interface Keychain {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Also resolves when there was none. */
  delete(account: string): Promise<void>;
}
