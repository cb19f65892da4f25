/** What billing needs of others, and what it gives them. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import type { Billing } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import type { ReturnSays } from './return-listener';

/** What billing needs of the service client. It throws a `ProblemError` when nothing was sent. */
export type SendSubscription = (
  connection: Connection,
  request: ServiceRequest,
  options: {
    kind: 'updateSubscription';
    subject: string;
    once: true;
    signal: AbortSignal;
    /** The id to write the request down under, so that both records name the same one. */
    activityId: string;
    /** Awaited when its turn has come: what it rejects with keeps it back, and is thrown. */
    beforeStart: () => Promise<void>;
    /** It leaves now. */
    onStart: () => void;
    /** A proxy holds it back: it has not left. */
    onHeld: () => void;
  },
) => Promise<{
  activityId: string;
  outcome: Outcome;
  body: unknown;
  bodyText: string | undefined;
  tookMs: number | null;
}>;

export interface BillingOptions {
  /** The profile's folder. */
  folder: string;
  send: SendSubscription;
  connectionById: (id: string) => Connection | undefined;
  /** Opens an address that was judged to be harmless in the person's browser. */
  openExternal: (url: string) => Promise<void>;
  /** The person came back from a checkout: the window may come to the front. */
  onReturn: (back: { connectionId: string; activityId: string; says: ReturnSays }) => void;
  /** For logs: something went wrong that a person need not act on. Never has an address in it. */
  warn: (event: string, fields: Record<string, unknown>) => void;
  /** ISO 8601. */
  now?: () => string;
}

export interface BillingRoom {
  readonly handlers: Handlers<FoyerCalls>['billing'];
  /** Tells of each change, with what one connection has now; returns its end. */
  onChange: (listener: (billing: Billing) => void) => () => void;
  /**
   * At the end of the app: takes back what has not left, and stops listening for returns; resolves when
   * all is written.
   */
  close(): Promise<void>;
}
