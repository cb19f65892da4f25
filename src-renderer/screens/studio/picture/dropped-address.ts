/**
 * The address on the web of a picture that was dropped; empty where it has none. A browser says of a picture that is
 * a link where the link leads, and has the picture's own address only in the markup beside it.
 */
export function droppedAddress(data: Pick<DataTransfer, 'getData'>): string {
  const lines = data.getData('text/uri-list').split(/\r?\n/u);
  const listed = lines.find((line) => line.startsWith('https://')) ?? '';
  // A document that is shown nowhere: nothing of it runs or is loaded.
  const markup = new DOMParser().parseFromString(data.getData('text/html'), 'text/html');
  const picture = markup.querySelector('img');
  // What is shown of a picture in several sizes is listed, and is sharper than the one for all browsers.
  if (!picture || picture.srcset.split(/,?\s+/u).includes(listed)) return listed;
  const own = picture.getAttribute('src') ?? '';
  return own.startsWith('https://') ? own : '';
}
