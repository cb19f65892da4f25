/** A connection for tests. */
import type { Connection } from './connection';
import { publicationKey } from './theme/theme';

/** Every test takes an id of its own: the window remembers what was typed for a connection. */
export function trialConnection(id: string, change: Partial<Connection> = {}): Connection {
  return {
    id,
    label: 'Northwind',
    baseAddress: 'https://northwind.example/api/v1',
    workspaceId: 'w1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'bearer' },
    host: 'northwind.example',
    isPractice: false,
    tokenState: 'keychain',
    keepsClientIds: 'unknown',
    ...change,
  };
}

/** Where every such connection leads that a test doesn't change. */
export const trialPlace = publicationKey(trialConnection('any'));
