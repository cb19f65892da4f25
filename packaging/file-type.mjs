/** The type of what Foyer exports, as desktops register it. */
export const exportType = {
  extension: 'foyer',
  mime: 'application/vnd.foyer+json',
  name: 'Foyer themes',
};
