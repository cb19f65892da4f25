import type { Connections } from '../connections/connections';

/**
 * Has every token read that isn't in memory yet, so that what is given away can be rid of it: after a restart one that
 * was also pasted into a name isn't known for a token before that. A person gives something away and is there to
 * answer the keychain. Where that gives none, no other is asked for. Never rejects.
 */
export async function readTokens(
  connections: Pick<Connections, 'known' | 'tokenFor'>,
  warn: (event: string, fields: Record<string, unknown>) => void,
): Promise<void> {
  try {
    for (const { id, baseAddress, presentation } of connections.known() ?? []) {
      if (presentation.kind === 'none') continue;
      await connections.tokenFor(id, new URL(baseAddress).origin);
    }
  } catch (error) {
    warn('activity.tokensNotRead', { error: String(error) });
  }
}
