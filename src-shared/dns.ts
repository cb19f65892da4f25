/** What the DNS says of a name, and what it said at the check before. */
import { z } from 'zod';

/** The records of one kind. */
export const dnsRecordsSchema = z.discriminatedUnion('state', [
  /** Sorted, because servers turn their order; long texts are cut. */
  z.object({ state: z.literal('found'), values: z.array(z.string()).min(1) }),
  /** The name has no record of the kind, or isn't there at all. */
  z.object({ state: z.literal('none') }),
  /** Nobody knows: no server answered, or one could not say. */
  z.object({ state: z.literal('failed'), reason: z.enum(['noAnswer', 'serverFailed']) }),
]);
export type DnsRecords = z.infer<typeof dnsRecordsSchema>;

/** One look at a name. */
export const dnsLookSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  records: z.object({
    A: dnsRecordsSchema,
    AAAA: dnsRecordsSchema,
    CNAME: dnsRecordsSchema,
    TXT: dnsRecordsSchema,
  }),
});
export type DnsLook = z.infer<typeof dnsLookSchema>;

/** The newest look at a name and, for comparison, the last one before it that found something out. */
export const dnsCheckSchema = z.object({ now: dnsLookSchema, before: dnsLookSchema.optional() });
export type DnsCheck = z.infer<typeof dnsCheckSchema>;
