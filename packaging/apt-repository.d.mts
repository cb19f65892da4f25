/** The public key's file in the repository. */
export const keyring: string;

/** Makes a repository of packages, signed with a key of gpg's. */
export function makeAptRepository(options: {
  debs: readonly string[];
  output: string;
  key: string;
  gpgHome?: string;
}): Promise<void>;
