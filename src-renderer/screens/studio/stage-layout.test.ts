import { describe, expect, it } from 'vitest';
import { zoomedFrom } from '../../state/stage-view.svelte';
import { hasRoomForBoth, stageLayout } from './stage-layout';

const shapes = (layout: ReturnType<typeof stageLayout>) => layout.places.map(({ shape }) => shape);

describe('stageLayout', () => {
  it.each([
    [{ width: 1280, height: 950 }, ['phone', 'wide'], 1],
    [{ width: 860, height: 740 }, ['phone', 'wide'], 832 / 1068],
    [{ width: 640, height: 720 }, ['phone'], 1],
    [{ width: 380, height: 537 }, ['phone'], 0.75],
    [{ width: 380, height: 100 }, ['phone'], 0.4],
  ])('fits what has room into %o', (stage, frames, scale) => {
    const layout = stageLayout(stage, { frames: 'both', zoom: 'fit' });
    expect(shapes(layout)).toEqual(frames);
    expect(layout.scale).toBeCloseTo(scale, 6);
    const width = layout.places.reduce((sum, place) => sum + place.width, 0) * scale;
    expect(width + (frames.length - 1) * 28).toBeLessThanOrEqual(stage.width + 0.001);
  });

  it('lays a wide frame out for the room that it has at its scale', () => {
    const stage = { width: 640, height: 720 };
    expect(stageLayout(stage, { frames: 'wide', zoom: 0.5 }).places).toEqual([
      { shape: 'wide', width: 1280, height: 1440 },
    ]);
    const fitting = stageLayout(stage, { frames: 'wide', zoom: 'fit' });
    expect(fitting).toEqual({
      scale: 640 / 720,
      places: [{ shape: 'wide', width: 720, height: 810 }],
    });
  });

  it('keeps the size that was chosen, also where it has no room', () => {
    const layout = stageLayout({ width: 300, height: 300 }, { frames: 'phone', zoom: 1.5 });
    expect(layout).toEqual({ scale: 1.5, places: [{ shape: 'phone', width: 348, height: 716 }] });
  });

  it('has room for both from a window of 1500 on', () => {
    expect(hasRoomForBoth(1500 - 280 - 312 - 48)).toBe(true);
    expect(hasRoomForBoth(1280 - 280 - 312 - 48)).toBe(false);
  });
});

describe('zoomedFrom', () => {
  it.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [0.88, 1, 1],
    [0.89, -1, 0.75],
    [2, 1, 2],
    [0.4, -1, 0.4],
  ] as const)('%d in way %d is %d', (from, way, to) => {
    expect(zoomedFrom(from, way)).toBe(to);
  });
});
