/** Reads what Chromium writes down of its network with `--log-net-log`. */
import { readFile } from 'node:fs/promises';

interface NetworkLog {
  constants: { logEventTypes: Record<string, number> };
  events: readonly {
    type: number;
    params?: { url?: unknown; host?: unknown; address?: unknown };
  }[];
}

/**
 * The hosts that were asked for anything, looked up, or connected to, without their ports; by any
 * session. Foyer has to have ended: only then the log is whole.
 */
export async function hostsIn(file: string): Promise<string[]> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetworkLog;
  const types = new Map(
    Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]),
  );
  const hosts = new Set<string>();
  for (const { type, params = {} } of events) {
    const place = placeIn(types.get(type) ?? '', params);
    if (typeof place === 'string') hosts.add(hostOf(place));
  }
  // Pages of Foyer's own come out of its folder.
  hosts.delete('');
  return [...hosts].sort();
}

function placeIn(event: string, params: NonNullable<NetworkLog['events'][number]['params']>) {
  switch (event) {
    case 'URL_REQUEST_START_JOB':
      return params.url;
    case 'HOST_RESOLVER_MANAGER_REQUEST':
    case 'HOST_RESOLVER_MANAGER_JOB':
      return params.host;
    case 'TCP_CONNECT_ATTEMPT':
      return params.address;
    default:
      return undefined;
  }
}

/** Of an address, or of a host with or without a port. */
function hostOf(place: string): string {
  if (!/^[\w.+-]+:\/\//u.test(place)) return hostOf(`http://${place}`);
  const { protocol, hostname } = new URL(place);
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) ? hostname : '';
}
