/**
 * What was entered for a new connection and neither stored nor cancelled: a look at another screen
 * loses none of it. The token is not kept; it leaves the form for main alone.
 */
import type { ConnectionInput } from '@shared/connection';

let unfinished: ConnectionInput | undefined;

export function keepUnfinished(input: ConnectionInput): void {
  unfinished = input;
}

export function unfinishedConnection(): ConnectionInput | undefined {
  return unfinished;
}

export function forgetUnfinished(): void {
  unfinished = undefined;
}
