/** The room *pictures*: pictures that themes name, fetched by main alone and kept in a cache. */
import { z } from 'zod';
import { call } from './contract';

/** Why a picture can't be had. */
export const pictureFailureSchema = z.object({
  reason: z.enum([
    'notAnAddress',
    'notHttps',
    /** The address, or what its name or a redirect leads to, is not on the public internet. */
    'privateAddress',
    'nameNotFound',
    'notReached',
    'certificate',
    /** 404 or 410. */
    'notFound',
    /** Any other answer but 200; see `status`. */
    'refused',
    'tooManyRedirects',
    'tookTooLong',
    'tooLarge',
    /** More pixels than a preview may have to decode. */
    'tooManyPixels',
    /** Not PNG, JPEG, GIF, WebP or AVIF. */
    'notAPicture',
    /** SVG can hold scripts and addresses, so it is not shown. */
    'svg',
    /** It was fetched, but the disk would not keep it. */
    'notKept',
  ]),
  /** The HTTP status of `refused`. */
  status: z.number().int().optional(),
});
export type PictureFailure = z.infer<typeof pictureFailureSchema>;

const id = z.string().max(100);

export const pictureStateSchema = z.discriminatedUnion('kind', [
  /** The theme came from elsewhere: nothing is fetched before a person allows it. */
  z.object({ kind: z.literal('waiting') }),
  /** The preference says that no pictures are fetched, and there is no copy. */
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('loading') }),
  z.object({
    kind: z.literal('shown'),
    /** For `ownPictureAddress`. */
    id,
    /** When the copy was fetched, ISO 8601. */
    fetchedAt: z.string(),
    /** A newer one was looked for and could not be had. */
    failure: pictureFailureSchema.optional(),
  }),
  z.object({ kind: z.literal('failed'), failure: pictureFailureSchema }),
]);
export type PictureState = z.infer<typeof pictureStateSchema>;

export const pictureSchema = z.object({
  /** As the theme has it, but for white space around. */
  address: z.string(),
  /** The host that it is fetched from; empty where the address makes no sense. */
  host: z.string(),
  state: pictureStateSchema,
});
export type Picture = z.infer<typeof pictureSchema>;

const themeId = z.string().min(1).max(100);
const nothing = z.undefined();

export const picturesCalls = {
  /**
   * The pictures of a theme, as main has it; what is missing or old is fetched, if it may be, and
   * told of by `pictures.changed`. `again` tries those once more that failed a moment ago.
   */
  show: call(z.object({ themeId, again: z.boolean().optional() }), z.array(pictureSchema)),
  /** Lets a theme from elsewhere fetch its pictures from now on; kept in its file. */
  allow: call(z.object({ themeId }), z.array(pictureSchema)),
  /** The copies that there are of addresses. Fetches nothing, so it is what miniatures use. */
  copies: call(
    z.object({ addresses: z.array(z.string().max(10_000)).max(200) }),
    z.array(z.object({ address: z.string(), id })),
  ),
  /** How much the copies take. */
  size: call(nothing, z.object({ count: z.number(), bytes: z.number() })),
  /** Deletes all copies. */
  clear: call(nothing, nothing),
};

export const picturesEvents = {
  /** A picture that was asked for loads, was fetched or could not be had. */
  changed: pictureSchema,
  /** All copies were deleted. */
  cleared: z.object({}),
};
