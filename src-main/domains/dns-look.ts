import { Resolver } from 'node:dns/promises';
import type { DnsLook, DnsRecords } from '@shared/dns';

/** Looks a name up; never rejects. */
export type LookUp = (name: string) => Promise<DnsLook['records']>;

/** One question waits this long for each of its tries, milliseconds. */
const patience = 3_000;
/** All questions together, whatever the resolver makes of its tries, milliseconds. */
const longest = 10_000;
const mostValues = 50;
const longestValue = 1_000;

/** A new one each time: a resolver keeps the servers of the network that it was made in. */
const systemResolver = () => new Resolver({ timeout: patience, tries: 2 });

/**
 * Asks the system's name servers for the records themselves. The system's own look-up would mix in
 * the hosts file and answers that it remembers, and the question here is what the world is told.
 */
export async function lookUpDns(
  name: string,
  makeResolver: () => Resolver = systemResolver,
): Promise<DnsLook['records']> {
  const resolver = makeResolver();
  const limit = setTimeout(() => resolver.cancel(), longest);
  try {
    const [A, AAAA, CNAME, TXT] = await Promise.all([
      records(() => resolver.resolve4(name)),
      records(() => resolver.resolve6(name)),
      records(() => resolver.resolveCname(name)),
      records(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    ]);
    return { A, AAAA, CNAME, TXT };
  } finally {
    clearTimeout(limit);
  }
}

/** The codes of Node's `dns` that are an answer: there is no such record, or no such name. */
const nothingThere = new Set(['ENODATA', 'ENOTFOUND']);
/** Those of a server that answered and could not say. */
const couldNotSay = new Set(['ESERVFAIL', 'EREFUSED', 'EFORMERR', 'ENOTIMP', 'EBADRESP']);

async function records(ask: () => Promise<string[]>): Promise<DnsRecords> {
  try {
    // Name servers that weigh their answers say one thing more than once.
    const values = [...new Set((await ask()).map((value) => value.slice(0, longestValue)))];
    if (values.length === 0) return { state: 'none' };
    return { state: 'found', values: values.sort().slice(0, mostValues) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (nothingThere.has(code)) return { state: 'none' };
    return { state: 'failed', reason: couldNotSay.has(code) ? 'serverFailed' : 'noAnswer' };
  }
}
