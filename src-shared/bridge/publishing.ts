/** The room *publishing*: theme saves, now. */
import { z } from 'zod';
import { publishResultSchema } from '../publishing';
import { serviceRequestSchema } from '../service/operations';
import { call } from './contract';

const place = z.object({ themeId: z.string().max(100), connectionId: z.string().max(100) });

const templateId = z.string().min(1).max(1_000);

export const publishingCalls = {
  /**
   * Says under which id the theme's template is at the service already; nothing is sent. From then
   * on it has unpublished changes there, and publishing saves over that template.
   * Problems: invalidFields (templateId: unsafePathId, alreadyThere), alreadyUnderWay.
   */
  link: call(place.extend({ templateId }), z.undefined()),
  /** Forgets the template; it stays at the service. */
  unlink: call(place, z.undefined()),
  /** The exact request that publishing would send. */
  request: call(place, serviceRequestSchema),
  /**
   * Publishes and waits for the answer. `sendAgain` is a person's word that a first save whose
   * outcome is unknown may be repeated. Problems: needsDecision, tokenMissing, alreadyUnderWay.
   */
  publish: call(place.extend({ sendAgain: z.boolean().optional() }), publishResultSchema),
  /** Stops waiting; the outcome is then not known. */
  cancel: call(place, z.undefined()),
  /**
   * A person found it at the service: the unknown outcome counts as published. `templateId` is the
   * id that it has there, for a service that gives ids of its own; else the one that was sent.
   */
  markPublished: call(
    place.extend({ templateId: z.string().min(1).max(1_000).optional() }),
    z.undefined(),
  ),
};
