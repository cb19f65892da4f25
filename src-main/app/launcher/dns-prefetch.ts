/**
 * Looks up a service's name ahead of a request, so that the request need not wait for it. No more
 * than that: a connection opened ahead could send what goes over it twice (docs/decisions/0004).
 */
import { lookup } from 'node:dns';
import { isIP } from 'node:net';

/** Names that were found lately need no other look, milliseconds. */
const freshFor = 30_000;
const lastLooked = new Map<string, number>();

/** Asks the system's resolver, whose memory the request's own look-up reads. It never throws. */
export function prefetchDns(hosts: Iterable<string>, now: number): void {
  for (const host of new Set(hosts)) {
    const last = lastLooked.get(host);
    if (host === 'localhost' || isIP(host) !== 0) continue;
    if (last !== undefined && now - last < freshFor) continue;
    lastLooked.set(host, now);
    // A name that isn't found is told when something is sent.
    lookup(host, () => undefined);
  }
}
