import type { DomainRegistration, SubscriptionChange } from './sending';
import { publicationKey } from './theme/theme';

/**
 * Whether it was sent to where the connection leads now, which may have been edited since. What an
 * older Foyer wrote down without a place counts, unless its workspace is another.
 */
export function wasSentTo(
  connection: { baseAddress: string; workspaceId: string },
  sent: Pick<DomainRegistration, 'place'> & Pick<SubscriptionChange, 'workspaceId'>,
): boolean {
  if (sent.place !== undefined) return sent.place === publicationKey(connection);
  return sent.workspaceId === undefined || sent.workspaceId === connection.workspaceId;
}
