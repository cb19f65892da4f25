/** The colours that make up a picture. Looked for in OKLab, where distances are what the eye sees. */
import { toHex } from '@shared/theme/colour';
import { converter, modeOklab, modeRgb, useMode } from 'culori/fn';

useMode(modeRgb);
useMode(modeOklab);
const inOklab = converter('oklab');
const inRgb = converter('rgb');

export interface PictureColour {
  /** `#RRGGBB` */
  hex: string;
  /** How much of the picture it is, 0 to 1. */
  share: number;
}

const most = 8;
/** Nearer ones are seen as one colour (OKLab). */
const nearest = 0.06;
/** What is less of the picture is a speck. */
const leastShare = 0.002;
const rounds = 10;

interface Point {
  l: number;
  a: number;
  b: number;
  count: number;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

/** The picture's opaque pixels, those that are nearly the same as one: 4 bits a channel tell apart. */
function pointsOf(pixels: Uint8ClampedArray): Point[] {
  const bins = new Map<number, { r: number; g: number; b: number; count: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [r, g, b, alpha] = pixels.subarray(at, at + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (alpha < 128) continue;
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, count: 0 };
    bins.set(key, { r: bin.r + r, g: bin.g + g, b: bin.b + b, count: bin.count + 1 });
  }
  return [...bins.values()].map(({ r, g, b, count }) => {
    const step = 255 * count;
    const lab = inOklab({ mode: 'rgb', r: r / step, g: g / step, b: b / step });
    return { l: lab.l, a: lab.a, b: lab.b, count };
  });
}

/** Where to begin: the commonest point, then each time the one that is far from all and common. */
function firstCentres(points: readonly Point[]): Point[] {
  const centres: Point[] = [];
  const apart = points.map(() => Infinity);
  while (centres.length < Math.min(most, points.length)) {
    let best = 0;
    let bestWorth = -1;
    for (const [index, point] of points.entries()) {
      const far = centres.length === 0 ? 1 : (apart[index] ?? 0);
      // The square root lets a small bright thing stand beside a large grey one.
      const worth = far * far * Math.sqrt(point.count);
      if (worth > bestWorth) [best, bestWorth] = [index, worth];
    }
    const centre = points[best];
    if (!centre || bestWorth <= 0) break;
    centres.push(centre);
    for (const [index, point] of points.entries()) {
      apart[index] = Math.min(apart[index] ?? Infinity, distance(point, centre));
    }
  }
  return centres;
}

function mean(points: readonly Point[]): Point {
  const sum = { l: 0, a: 0, b: 0, count: 0 };
  for (const { l, a, b, count } of points) {
    sum.l += l * count;
    sum.a += a * count;
    sum.b += b * count;
    sum.count += count;
  }
  const { count } = sum;
  return { l: sum.l / count, a: sum.a / count, b: sum.b / count, count };
}

/** k-means (Lloyd): each point to its nearest centre, each centre to the mean of its points. */
function settle(points: readonly Point[], start: readonly Point[]): Point[] {
  let centres = [...start];
  for (let round = 0; round < rounds; round += 1) {
    const groups = centres.map((): Point[] => []);
    for (const point of points) {
      let best = 0;
      for (let index = 1; index < centres.length; index += 1) {
        const isNearer =
          distance(point, centres[index] as Point) < distance(point, centres[best] as Point);
        if (isNearer) best = index;
      }
      groups[best]?.push(point);
    }
    centres = groups.filter((group) => group.length > 0).map(mean);
  }
  return centres;
}

/** Joins those that the eye takes for one. */
function joined(centres: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const centre of [...centres].sort((one, other) => other.count - one.count)) {
    const twin = kept.findIndex((other) => distance(centre, other) < nearest);
    if (twin < 0) kept.push(centre);
    else kept[twin] = mean([kept[twin] as Point, centre]);
  }
  return kept;
}

/**
 * At most eight different colours of a picture, the commonest first. A picture that has fewer gives
 * fewer; one that is wholly transparent none.
 *
 * @param pixels red, green, blue and alpha, a byte each, as a canvas has them.
 */
export function paletteOf(pixels: Uint8ClampedArray): PictureColour[] {
  const points = pointsOf(pixels);
  const whole = points.reduce((sum, { count }) => sum + count, 0);
  return joined(settle(points, firstCentres(points)))
    .map(({ l, a, b, count }) => {
      const { r, g, b: blue } = inRgb({ mode: 'oklab', l, a, b });
      return { hex: toHex({ r, g, b: blue, alpha: 1 }), share: count / whole };
    })
    .filter(({ share }) => share >= leastShare)
    .sort((one, other) => other.share - one.share);
}
