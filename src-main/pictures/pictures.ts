/**
 * The room *pictures*: what themes show from the web. Main alone fetches, only addresses that a
 * theme names in its own fields (never one out of custom CSS), https only, never from a private
 * network; copies are kept and served by opaque ids.
 */
import type { Picture, PictureFailure, PictureState } from '@shared/bridge/pictures';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Theme } from '@shared/theme/theme';
import { pictureAddresses } from '@shared/theme/pictures';
import { PictureCache, type PictureCopy } from './picture-cache';
import {
  checkedUrl,
  PictureError,
  usualPictureLimits,
  type PictureLimits,
} from './picture-address';
import type { PictureNetwork } from './picture-fetch';

export { mayLoad, type PictureLimits } from './picture-address';
export type { PictureNetwork } from './picture-fetch';

/** The part of the library that pictures need. */
export interface PictureThemes {
  /** @throws ProblemError notFound */
  current(id: string): Promise<{ theme: Theme; picturesWait?: boolean | undefined }>;
  /** Takes the mark off a theme that came from elsewhere. @throws ProblemError */
  allowPictures(id: string): Promise<void>;
}

export interface PicturesOptions {
  /** For the copies; nothing else may lie in it. */
  readonly folder: string;
  readonly library: PictureThemes;
  /** The preference *load pictures from the web*. */
  readonly mayLoad: () => boolean;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
  /** The public internet by default. */
  readonly network?: PictureNetwork;
  readonly limits?: Partial<PictureLimits>;
  /** 200 MB by default. */
  readonly maxCacheBytes?: number;
  readonly now?: () => Date;
}

/** What the windows are served. */
export interface ServedPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Pictures {
  readonly handlers: Handlers<FoyerCalls>['pictures'];
  /** A picture is on its way, was fetched or could not be had: `pictures.changed`. */
  onChange(listener: (picture: Picture) => void): () => void;
  /** All copies were deleted: `pictures.cleared`. */
  onCleared(listener: () => void): () => void;
  /** The copy of that id. Never fetches, never rejects; `undefined` for what there is no copy of. */
  read(id: string): Promise<ServedPicture | undefined>;
}

/** A copy is looked after once it is older, when its theme is opened. */
const freshMs = 24 * 60 * 60 * 1_000;
/** A failure stands this long before the same address is asked again by itself. */
const failureMs = 60_000;

interface Failed {
  readonly failure: PictureFailure;
  readonly at: number;
}

/** Makes the room; nothing is read, written or fetched before it is asked. */
export function createPictures(options: PicturesOptions): Pictures {
  const { library, network, warn } = options;
  const now = options.now ?? (() => new Date());
  const limits = { ...usualPictureLimits, ...options.limits };
  const cache = new PictureCache(options.folder, options.maxCacheBytes ?? 200_000_000, now);
  const listeners = new Set<(picture: Picture) => void>();
  const clearedListeners = new Set<() => void>();
  const loading = new Set<string>();
  const failed = new Map<string, Failed>();

  function hostOf(address: string): string {
    try {
      return new URL(address).host;
    } catch (error) {
      if (error instanceof TypeError) return '';
      throw error;
    }
  }

  function tell(address: string, state: PictureState): void {
    const picture = { address, host: hostOf(address), state };
    for (const listener of listeners) listener(picture);
  }

  const shown = ({ id, fetchedAt }: PictureCopy, failure?: PictureFailure): PictureState => ({
    kind: 'shown',
    id,
    fetchedAt: fetchedAt.toISOString(),
    ...(failure ? { failure } : {}),
  });

  /** Why an address may not be asked for, as far as can be told without asking anybody. */
  function refusalOf(address: string): PictureFailure | undefined {
    try {
      checkedUrl(address);
      return undefined;
    } catch (error) {
      if (error instanceof PictureError) return error.failure;
      throw error;
    }
  }

  /** Never rejects. */
  async function load(address: string): Promise<void> {
    loading.add(address);
    let failure: PictureFailure | undefined;
    let copy: PictureCopy | undefined;
    try {
      // Node's TLS is loaded with it, when the first picture is wanted.
      const { fetchPicture } = await import('./picture-fetch');
      const fetched = await fetchPicture(address, network, limits);
      copy = await cache.put(address, fetched);
      failed.delete(address);
    } catch (error) {
      failure = error instanceof PictureError ? error.failure : { reason: 'notKept' };
      warn('pictures.notHad', {
        host: hostOf(address),
        reason: failure.reason,
        ...(error instanceof PictureError ? {} : { error: String(error) }),
      });
      failed.set(address, { failure, at: now().getTime() });
      copy = await cache.copyOf(address).catch(() => undefined);
    } finally {
      loading.delete(address);
    }
    tell(
      address,
      copy
        ? shown(copy, failure)
        : { kind: 'failed', failure: failure ?? { reason: 'notReached' } },
    );
  }

  /** The state of an address; begins to fetch it where that is wanted and allowed. */
  async function stateOf(address: string, waits: boolean, again: boolean): Promise<PictureState> {
    const refusal = refusalOf(address);
    if (refusal) return { kind: 'failed', failure: refusal };
    const copy = await cache.copyOf(address);
    const last = failed.get(address);
    const mayLoad = options.mayLoad() && !waits;
    const isFresh = copy && Math.abs(now().getTime() - copy.fetchedAt.getTime()) < freshMs;
    const hasJustFailed = last && Math.abs(now().getTime() - last.at) < failureMs && !again;
    if (mayLoad && !isFresh && !hasJustFailed && !loading.has(address)) void load(address);
    if (copy) return shown(copy, isFresh ? undefined : last?.failure);
    if (loading.has(address)) return { kind: 'loading' };
    if (waits) return { kind: 'waiting' };
    if (!options.mayLoad()) return { kind: 'off' };
    return { kind: 'failed', failure: last?.failure ?? { reason: 'notReached' } };
  }

  async function show(themeId: string, again: boolean): Promise<Picture[]> {
    const { theme, picturesWait = false } = await library.current(themeId);
    const addresses = new Set(Object.values(pictureAddresses(theme)));
    return Promise.all(
      [...addresses].map(async (address) => ({
        address,
        host: hostOf(address),
        state: await stateOf(address, picturesWait, again),
      })),
    );
  }

  return {
    handlers: {
      show: ({ themeId, again = false }) => show(themeId, again),
      async allow({ themeId }) {
        await library.allowPictures(themeId);
        return show(themeId, true);
      },
      async copies({ addresses }) {
        const found: { address: string; id: string }[] = [];
        for (const address of new Set(addresses)) {
          const copy = await cache.copyOf(address.trim());
          if (copy) found.push({ address, id: copy.id });
        }
        return found;
      },
      size: () => cache.size(),
      async clear() {
        await cache.clear();
        failed.clear();
        for (const listener of clearedListeners) listener();
      },
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCleared(listener) {
      clearedListeners.add(listener);
      return () => clearedListeners.delete(listener);
    },
    async read(id) {
      try {
        const picture = await cache.read(id);
        return picture && { type: `image/${picture.kind}`, bytes: picture.bytes };
      } catch (error) {
        warn('pictures.notRead', { error: String(error) });
        return undefined;
      }
    },
  };
}
