/** The contract's calls: every one there is, by room. */
import { activityCalls } from './activity';
import { appCalls } from './app';
import { billingCalls } from './billing';
import { connectionsCalls } from './connections';
import { domainsCalls } from './domains';
import { launcherCalls } from './launcher';
import { libraryCalls } from './library';
import { previewsCalls } from './previews';
import { publishingCalls } from './publishing';

export const calls = {
  app: appCalls,
  connections: connectionsCalls,
  library: libraryCalls,
  publishing: publishingCalls,
  previews: previewsCalls,
  billing: billingCalls,
  domains: domainsCalls,
  activity: activityCalls,
  launcher: launcherCalls,
} as const;
export type FoyerCalls = typeof calls;
