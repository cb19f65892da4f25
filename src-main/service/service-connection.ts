/** What a request needs of its connection, and asks of it when its turn has come. */
import {
  isReachedOtherwise,
  type ConnectionReach,
  type TokenPresentation,
} from '@shared/connection';
import { ProblemError } from '@shared/problem-error';

/** What an exchange needs of a connection, also of one that is not added yet. */
export interface Reached {
  readonly id: string;
  readonly label: string;
  /** Ends in `v1`, without a slash after it. */
  readonly baseAddress: string;
  readonly presentation: TokenPresentation;
}

/** What the client needs of a connection. */
export type ServiceConnection = Reached & Readonly<ConnectionReach>;

/** What is known of connections and tokens at the moment in which it is asked. */
export interface ConnectionsNow {
  /** The connection as it is at this moment, if it is still there. */
  readonly connectionById: (id: string) => ConnectionReach | undefined;
  /**
   * The token that was entered for this connection at this origin, if there is one. It waits for the end of
   * a change of the connection, also where no token is needed: `origin` is `undefined` then.
   */
  readonly tokenFor: (
    connectionId: string,
    origin: string | undefined,
  ) => Promise<string | undefined>;
}

/** `connection` is as it was when the request was made. */
export function atItsTurn(
  connection: ServiceConnection,
  { connectionById, tokenFor }: ConnectionsNow,
): { readToken: () => Promise<string | undefined>; checkConnection: () => void } {
  const { origin } = new URL(connection.baseAddress);
  /** The request was made for where it led then, and a person has read it so. */
  function checkConnection(): void {
    if (!isReachedOtherwise(connection, connectionById(connection.id))) return;
    throw new ProblemError({ code: 'connectionChanged', label: connection.label });
  }
  async function readToken(): Promise<string | undefined> {
    if (connection.presentation.kind === 'none') {
      await tokenFor(connection.id, undefined);
      return undefined;
    }
    const token = await tokenFor(connection.id, origin);
    if (token) return token;
    // Where it led then, there is none also because it leads elsewhere now, or is gone.
    checkConnection();
    throw new ProblemError({ code: 'tokenMissing', label: connection.label });
  }
  return { readToken, checkConnection };
}
