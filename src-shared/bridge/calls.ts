/** The contract's calls: every one there is, by room. */
import { activityCalls } from './activity';
import { appCalls } from './app';
import { billingCalls } from './billing';
import { connectionsCalls } from './connections';
import { domainsCalls } from './domains';
import { libraryCalls } from './library';
import { outboxCalls } from './outbox';
import { previewsCalls } from './previews';
import { proxyCalls } from './proxy';

export const calls = {
  app: appCalls,
  connections: connectionsCalls,
  library: libraryCalls,
  outbox: outboxCalls,
  previews: previewsCalls,
  billing: billingCalls,
  domains: domainsCalls,
  activity: activityCalls,
  proxy: proxyCalls,
} as const;
export type FoyerCalls = typeof calls;
