/** The contract's calls: every one there is, by room. */
import { activityCalls } from './activity';
import { appCalls } from './app';
import { billingCalls } from './billing';
import { connectionsCalls } from './connections';
import { domainsCalls } from './domains';
import { launcherCalls } from './launcher';
import { libraryCalls } from './library';
import { picturesCalls } from './pictures';
import { previewsCalls } from './previews';
import { transferCalls } from './transfer';
import { outboxCalls } from './outbox';
import { proxyCalls } from './proxy';
import { updatesCalls } from './updates';

export const calls = {
  app: appCalls,
  connections: connectionsCalls,
  library: libraryCalls,
  pictures: picturesCalls,
  outbox: outboxCalls,
  previews: previewsCalls,
  billing: billingCalls,
  domains: domainsCalls,
  activity: activityCalls,
  transfer: transferCalls,
  proxy: proxyCalls,
  launcher: launcherCalls,
  updates: updatesCalls,
} as const;
export type FoyerCalls = typeof calls;
