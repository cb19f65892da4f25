/** The switches that Foyer itself takes. Chromium's own are not looked at here. */
export interface CommandLine {
  /** The profile folder, in place of the system's usual one. */
  profile: string | undefined;
  /** The library folder, in place of the one in the preferences. */
  library: string | undefined;
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  const found = argv.find((argument) => argument.startsWith(prefix));
  const value = found?.slice(prefix.length);
  return value === undefined || value === '' ? undefined : value;
}

/** Reads what follows the program's name. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  return { profile: valueOf(argv, 'profile'), library: valueOf(argv, 'library') };
}
