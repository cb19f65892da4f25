import type { ThemeDocument } from '@shared/theme/theme';
import type { ShownTheme } from '../folder/theme-file';

/** The document, whose pictures wait unless the theme that is here shows them already. */
export function withWaiting(given: ThemeDocument, here: ShownTheme | undefined): ThemeDocument {
  const { picturesWait: _given, ...document } = given;
  const shown = here === undefined || here.picturesWait === true ? [] : addressesOf(here);
  const waits = addressesOf(given).some((address) => !shown.includes(address));
  return waits ? { ...document, picturesWait: true } : document;
}

/** Of a picture that is switched off too: it is shown once it is switched on. */
function addressesOf({ theme }: ShownTheme): string[] {
  const { background } = theme.general;
  const isPicture = background.type === 'Image';
  return [
    isPicture ? background.content : undefined,
    theme.chat.hostAvatar?.url,
    theme.chat.guestAvatar?.url,
  ].flatMap((address) => (address?.trim() ? [address.trim()] : []));
}
