import type { ActivityKind } from '../activity';
import { m } from '../messages/messages';

/** Where to look before something is sent again that may have been done. */
export function beforeSendingAgain(kind: ActivityKind): string {
  switch (kind) {
    case 'saveThemeTemplate':
      return m.outcome_before_again_theme();
    case 'updateSubscription':
      return m.outcome_before_again_subscription();
    case 'createCustomDomain':
      return m.outcome_before_again_domain();
    case 'startChatAppPreview':
      return m.outcome_before_again_preview();
    case 'checkConnection':
      return m.outcome_before_again_check();
  }
}
