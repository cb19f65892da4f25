import { ProblemError } from '@shared/problem-error';
import type { Connections } from '../connections/connections';

/**
 * Has every token read that isn't in memory yet, so that what is given away can be rid of it: after a restart one that
 * was also pasted into a name isn't known for a token before that. A person gives something away and is there to
 * answer the keychain. Where that is locked or absent, no other is asked for; where it fails to give one of them, that
 * says nothing of the others. Never rejects.
 */
export async function readTokens(
  connections: Pick<Connections, 'known' | 'tokenFor'>,
  warn: (event: string, fields: Record<string, unknown>) => void,
): Promise<void> {
  for (const { id, baseAddress, presentation } of connections.known() ?? []) {
    if (presentation.kind === 'none') continue;
    try {
      await connections.tokenFor(id, new URL(baseAddress).origin);
    } catch (error) {
      warn('activity.tokensNotRead', { error: String(error) });
      if (!(error instanceof ProblemError && error.problem.code === 'keychainFailed')) return;
    }
  }
}
