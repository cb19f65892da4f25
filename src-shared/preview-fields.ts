/** What of a preview's form is sent, wherever it was typed or kept. */
import type { PreviewFields } from './previews';
import { withoutUnseenEnds } from './sendable-text';

type Typed = Omit<PreviewFields, 'startGroupId'> & { readonly startGroupId?: string | undefined };

/** As it is sent: without blanks around a value, nor what nobody sees there. No start group is an empty one. */
export function sentFields({ botId, to, startGroupId = '' }: Typed): PreviewFields {
  return {
    botId: withoutUnseenEnds(botId),
    to: withoutUnseenEnds(to),
    startGroupId: withoutUnseenEnds(startGroupId),
  };
}

/** Whether the same is sent of both. */
export function isSentAlike(one: Typed, other: Typed): boolean {
  return JSON.stringify(sentFields(one)) === JSON.stringify(sentFields(other));
}
