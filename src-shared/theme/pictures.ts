/** Where a theme names pictures, and under which address the windows have what was fetched of them. */
import type { Theme } from './theme';

/** The places of a theme that can hold a picture. */
export const picturePlaces = ['background', 'hostAvatar', 'guestAvatar'] as const;
export type PicturePlace = (typeof picturePlaces)[number];

/** The addresses that a theme shows pictures from, as they stand there but for white space around. */
export function pictureAddresses(theme: Theme): Partial<Record<PicturePlace, string>> {
  const { background } = theme.general;
  const named: Partial<Record<PicturePlace, string | undefined>> = {
    background: background.type === 'Image' ? background.content : undefined,
  };
  for (const place of ['hostAvatar', 'guestAvatar'] as const) {
    const avatar = theme.chat[place];
    named[place] = avatar?.isEnabled ? avatar.url : undefined;
  }
  const found: Partial<Record<PicturePlace, string>> = {};
  for (const place of picturePlaces) {
    const address = named[place]?.trim() ?? '';
    if (address !== '') found[place] = address;
  }
  return found;
}

/** Our own address of a picture that main holds. Nothing is fetched for it: what is unknown is 404. */
export function ownPictureAddress(id: string): string {
  return `app://foyer/picture/${id}`;
}
