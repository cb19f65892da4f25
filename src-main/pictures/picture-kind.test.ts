import { describe, expect, it } from 'vitest';
import { pictureKind, pixelCount, type PictureKind } from './picture-kind';
import { onePng } from './trial-web';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));

const heads: Readonly<Record<PictureKind, Buffer>> = {
  png: onePng(7, 5, [1, 2, 3]),
  gif: bytes('GIF89a', [7, 0, 5, 0], [0, 0, 0]),
  // A comment, then a baseline frame.
  jpeg: bytes([0xff, 0xd8, 0xff, 0xfe, 0, 4, 65, 66], [0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1]),
  webp: bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [6, 0, 0, 4, 0, 0]),
  avif: bytes(
    [0, 0, 0, 20],
    'ftypavif',
    [0, 0, 0, 0],
    'mif1',
    ...[[0, 0, 0, 20], 'ispe', [0, 0, 0, 0], [0, 0, 0, 7], [0, 0, 0, 5]],
  ),
};

describe('pictureKind', () => {
  it.each(Object.entries(heads))('knows %s by its first bytes', (kind, head) => {
    expect(pictureKind(head)).toBe(kind);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['<?xml version="1.0"?>\n<!-- x -->\n<svg\nwidth="1"/>', 'svg'],
    ['<!doctype html><p>Hello', undefined],
    ['', undefined],
    ['GIF88a', undefined],
    ['RIFF0000WAVE', undefined],
    ['\0\0\0\x14ftypheic\0\0\0\0mif1', undefined],
    ['PNG', undefined],
  ])('takes %j for %s', (text, kind) => {
    expect(pictureKind(Buffer.from(text, 'latin1'))).toBe(kind);
  });
});

describe('pixelCount', () => {
  it.each(Object.entries(heads) as [PictureKind, Buffer][])(
    'reads the size of %s',
    (kind, head) => {
      expect(pixelCount(kind, head)).toBe(35);
    },
  );

  it.each(Object.entries(heads) as [PictureKind, Buffer][])(
    'never throws, wherever %s is cut off',
    (kind, head) => {
      for (let end = 0; end < head.length; end += 1) {
        const pixels = pixelCount(kind, head.subarray(0, end));
        expect(pixels === undefined || pixels === 35).toBe(true);
      }
    },
  );
});
