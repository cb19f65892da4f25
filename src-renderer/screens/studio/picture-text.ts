/** What is said of a theme's pictures. */
import type { PictureFailure } from '@shared/bridge/pictures';
import { m } from '@shared/messages/messages';
import type { PicturePlace } from '@shared/theme/pictures';

const list = new Intl.ListFormat('en-GB');

const placeNames: Readonly<Record<PicturePlace, () => string>> = {
  background: m.studio_section_background,
  hostAvatar: m.studio_section_host_avatar,
  guestAvatar: m.studio_section_guest_avatar,
};

/** "Background and Bot avatar" */
export function placesText(places: readonly PicturePlace[]): string {
  return list.format(places.map((place) => placeNames[place]()));
}

/** "one.example and two.example", each once. */
export function hostsText(pictures: readonly { host: string }[]): string {
  return list.format([...new Set(pictures.map(({ host }) => host))]);
}

const sentences: Readonly<
  Record<PictureFailure['reason'], (words: { host: string; status: number }) => string>
> = {
  notAnAddress: m.pictures_not_an_address,
  notHttps: m.pictures_not_https,
  privateAddress: m.pictures_private,
  nameNotFound: m.pictures_name_not_found,
  notReached: m.pictures_not_reached,
  certificate: m.pictures_certificate,
  notFound: m.pictures_not_found,
  refused: m.pictures_refused,
  tooManyRedirects: m.pictures_too_many_redirects,
  tookTooLong: m.pictures_took_too_long,
  tooLarge: m.pictures_too_large,
  tooManyPixels: m.pictures_too_many_pixels,
  notAPicture: m.pictures_not_a_picture,
  svg: m.pictures_svg,
  notKept: m.pictures_not_kept,
};

/** Why a picture could not be had from a host. */
export function failureText({ reason, status = 0 }: PictureFailure, host: string): string {
  return sentences[reason]({ host, status });
}

/** Reasons that lie in the address itself: asking again changes nothing. */
const final: readonly PictureFailure['reason'][] = ['notAnAddress', 'notHttps'];

export function canBeTriedAgain({ reason }: PictureFailure): boolean {
  return !final.includes(reason);
}
