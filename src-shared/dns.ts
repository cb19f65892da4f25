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

/** What was known before a look: of each kind, what was found out last. */
const earlierLookSchema = dnsLookSchema.extend({
  /** When that was, ISO 8601, of the kinds of which the look at `at` found nothing out. */
  earlier: z.partialRecord(dnsLookSchema.shape.records.keyof(), z.string()).optional(),
});
export type EarlierLook = z.infer<typeof earlierLookSchema>;

/** The newest look at a name and, for comparison, what was known before it. */
export const dnsCheckSchema = z.object({
  now: dnsLookSchema,
  before: earlierLookSchema.optional(),
});
export type DnsCheck = z.infer<typeof dnsCheckSchema>;
