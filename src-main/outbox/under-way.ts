/** A try to publish a theme that is under way, as others see it. */
import type { PresetId } from '@shared/service/presets';
import type { PublishRequest, UnconfirmedSave } from './outbox-item';

/** From its start to the end of what was made of its answer. */
export interface UnderWay {
  readonly controller: AbortController;
  readonly request: PublishRequest;
  /** In whose dialect it is sent: the connection's may be another by now. */
  readonly preset: PresetId;
  isFirst: boolean;
  /** A person stopped it. */
  isCancelled: boolean;
  /** Its turn has come: it is written down that it may have arrived, and leaves. Before, it stands in line. */
  isItsTurn: boolean;
  /** What may have arrived before it, as it is again when this one is taken back. */
  before: UnconfirmedSave | null;
  /** Its token is being read, for which a locked keychain may take its time. */
  isTokenAwaited: boolean;
  /** A person gave its connection another token since it was begun. */
  isTokenReplaced: boolean;
  /** A proxy holds it back until a person has signed in to it. */
  isHeld: boolean;
  /** Resolves when nothing is made of it any more. */
  readonly ended: Promise<void>;
}

/** Whether it has not left: before its turn, or held back by a proxy. */
export function isInLine({ isItsTurn, isHeld }: Pick<UnderWay, 'isItsTurn' | 'isHeld'>): boolean {
  return !isItsTurn || isHeld;
}

/**
 * The try on its way of what was asked for before: something newer has taken its place, and waits for another
 * connection. `undefined` where that is not so.
 */
export function overtakenTry<T extends Pick<UnderWay, 'isItsTurn' | 'request'>>(
  { request }: { readonly request: PublishRequest | null },
  tried: T | undefined,
): T | undefined {
  if (!request || tried?.isItsTurn !== true) return undefined;
  const { sequence, connectionId } = tried.request;
  return sequence < request.sequence && connectionId !== request.connectionId ? tried : undefined;
}
