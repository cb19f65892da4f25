/** What a file is by its first bytes, whatever its name or its server say, and how many pixels. */

export const pictureKinds = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const;
export type PictureKind = (typeof pictureKinds)[number];

const startsWith = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** `svg` is told apart, because it is a picture to a person; `undefined` is anything else. */
export function pictureKind(bytes: Buffer): PictureKind | 'svg' | undefined {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp';
  if (startsWith(bytes, 4, 'ftyp') && /avi[fs]/u.test(avifBrands(bytes))) return 'avif';
  return /<svg[\s>]/iu.test(bytes.toString('utf8', 0, 4_096)) ? 'svg' : undefined;
}

/** The file type box, major and compatible brands (ISO/IEC 14496-12, 4.3). */
function avifBrands(bytes: Buffer): string {
  const end = Math.min(bytes.length >= 4 ? bytes.readUInt32BE(0) : 0, 256);
  return bytes.toString('latin1', 8, end);
}

/** The number of pixels that the picture's own head names; `undefined` where it names none. */
export function pixelCount(kind: PictureKind, bytes: Buffer): number | undefined {
  try {
    const size = sizeReaders[kind](bytes);
    return size && size[0] > 0 && size[1] > 0 ? size[0] * size[1] : undefined;
  } catch (error) {
    // The file ends before its head does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Size = readonly [width: number, height: number];

const sizeReaders: Readonly<Record<PictureKind, (bytes: Buffer) => Size | undefined>> = {
  // IHDR comes first (PNG, 11.2.1).
  png: (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  gif: (bytes) => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  jpeg: jpegSize,
  webp: webpSize,
  avif: avifSize,
};

/** The first frame header (ITU T.81, B.1.1.3 and B.2.2). */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** RFC 9649: extended, lossless or lossy. */
function webpSize(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}

/** The largest of the image's spatial extents (ISO/IEC 23008-12, 6.5.3): tiles have their own. */
function avifSize(bytes: Buffer): Size | undefined {
  let largest: Size | undefined;
  let at = bytes.indexOf('ispe', 0, 'latin1');
  while (at !== -1) {
    const size: Size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (!largest || size[0] * size[1] > largest[0] * largest[1]) largest = size;
    at = bytes.indexOf('ispe', at + 4, 'latin1');
  }
  return largest;
}
