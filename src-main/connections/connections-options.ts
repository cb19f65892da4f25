/** What the connections are given by whoever makes them. */
import type { LocalAction } from '@shared/activity';
import type { ConnectionCheck, ConnectionInput, Connections as Snapshot } from '@shared/connection';
import type { TokenKeeper } from './connection-tokens';

export interface ConnectionsOptions {
  /** The document in the profile. */
  file: string;
  tokens: TokenKeeper;
  /** *Check connection*: asks the service. */
  check(input: ConnectionInput, token: string | undefined): Promise<ConnectionCheck>;
  /** Starts the practice service, at the same port as before if that is free. */
  startPractice(
    before: string | undefined,
  ): Promise<{ baseAddress: string; workspaceId: string; token: string }>;
  /** The label that a practice connection gets, in the language in use. */
  practiceLabel(): string;
  /** Told after each change. */
  onChange(snapshot: Snapshot): void;
  /**
   * Told when a person gave a connection another token, or removed its token, or had it lead elsewhere: what was
   * refused there before may be taken now. A new label alone is none of it. Told before `onChange`.
   *
   * @param isPresentedAnew it has another token, or leads where it led and presents its token otherwise
   */
  onAccessChanged?: ((id: string, isPresentedAnew: boolean) => void) | undefined;
  /** Told when a person removed a connection. */
  onRemoved?: ((id: string) => void) | undefined;
  /** Told what a person did with connections. */
  onDone?: ((action: LocalAction) => void) | undefined;
  log: { warn(event: string, fields?: object): void };
}
