/** The room *domains*. */
import { z } from 'zod';
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
    }),
  ),
  /** Sends what was reviewed, once. */
  create: call(z.object({ reviewId: z.string().max(100) }), domainRegistrationSchema),
};

export const domainsEvents = { changed: domainsSchema };
