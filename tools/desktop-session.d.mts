/** What was started, and how to use and end it. */
export interface OwnDisplay {
  /** To be laid over the environment of what shall show itself there; empty on macOS and Windows. */
  readonly env: Record<string, string>;
  /** For example `:99`; undefined on macOS and Windows. */
  readonly display: string | undefined;
  stop(): Promise<void>;
}

/** A keychain with the desktop session around it. */
export interface OwnKeychain {
  /** HOME, the XDG folders, a temporary folder and the session's address (on Windows the profile). */
  readonly env: Record<string, string>;
  /** False where the keychain is the person's own after all: on Windows. */
  readonly isolated: boolean;
  stop(): Promise<void>;
}

/**
 * `open`: read and written without a question; `locked`: refuses until a password is typed;
 * `silent`: never answers; `absent`: a session without any keychain. All but `open` on Linux only.
 */
export type KeychainState = 'open' | 'locked' | 'silent' | 'absent';

/** Starts a display that nobody sees, 1920 by 1200 unless told. */
export function withDisplay(size?: { width?: number; height?: number }): Promise<OwnDisplay>;

/** Starts a keychain whose files lie under `dir`; started there again, it holds what it held. */
export function withKeychain(
  dir: string,
  options?: { state?: KeychainState; user?: { uid: number; gid: number } },
): Promise<OwnKeychain>;

/** Runs `work` on a display and with a keychain of its own, on a profile that is thrown away. */
export function inOwnDesktop<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T>;
