/** The room *domains*. */
import { z } from 'zod';
import { dnsCheckSchema } from '../dns';
import { domainRegistrationSchema, domainsSchema } from '../sending';
import { serviceRequestSchema } from '../service/operations';
import { call } from './contract';

const connectionId = z.string().max(100);
const name = z.string().max(2_000);

export const domainsCalls = {
  state: call(z.object({ connectionId }), domainsSchema),
  saveDraft: call(z.object({ connectionId, name }), z.undefined()),
  /** Checks the name and gives what will be sent. Problems: invalidFields. */
  review: call(
    z.object({ connectionId, name }),
    z.object({
      reviewId: z.string(),
      request: serviceRequestSchema,
      /** In ASCII form, as it is sent. */
      ascii: z.string(),
      /** As a person reads it. */
      unicode: z.string(),
      kind: z.enum(['apex', 'subdomain', 'unknown']),
      /** A port that was typed behind the name; it is not sent. */
      droppedPort: z.string().optional(),
    }),
  ),
  /** Sends what was reviewed, once. */
  create: call(z.object({ reviewId: z.string().max(100) }), domainRegistrationSchema),
  /**
   * Asks the DNS for a name that was registered from here; takes ten seconds at most. What can't be
   * found out is in the answer. Asked again meanwhile, it answers what the look in progress finds. Problems: notFound.
   */
  checkDns: call(z.object({ connectionId, name }), dnsCheckSchema),
  /** Keeps a note beside such a name; an empty one is taken away. Problems: notFound. */
  setNote: call(z.object({ connectionId, name, note: z.string().max(2_000) }), z.undefined()),
};

export const domainsEvents = { changed: domainsSchema };
