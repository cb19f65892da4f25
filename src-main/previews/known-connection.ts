import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';

type ConnectionById = (id: string) => Connection | undefined;

/** For what is only shown, or kept: while the connections can't be read, there is none. */
export function knownConnections(connectionById: ConnectionById): ConnectionById {
  return (id) => {
    try {
      return connectionById(id);
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  };
}
