/** Reads a picture that a person chose. It is decoded here and goes nowhere. */
import { paletteOf, type PictureColour } from './palette-of';

/** Bigger files are refused, bytes: they would take long and have no other colours. */
export const biggestPicture = 40_000_000;

/** The longer side that the picture is brought down to, pixels: enough for its colours. */
const side = 120;

/** The colours of a picture, the commonest first. Rejects with what can't be decoded. */
export async function coloursOfPicture(picture: Blob): Promise<PictureColour[]> {
  const whole = await createImageBitmap(picture);
  const scale = Math.min(1, side / Math.max(whole.width, whole.height));
  const width = Math.max(1, Math.round(whole.width * scale));
  const height = Math.max(1, Math.round(whole.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, width, height);
  whole.close();
  return paletteOf(context.getImageData(0, 0, width, height).data);
}
