import { describe, expect, it } from 'vitest';
import { launcherPlace } from './launcher-place';

const workArea = { x: 1_366, y: 40, width: 1_366, height: 728 };

describe('the launcher’s place', () => {
  it('is in the upper part of the screen, and never the whole of it', () => {
    expect(launcherPlace({ workArea, height: 200, isOnWayland: false })).toEqual({
      ...{ x: 1_791, y: 186, width: 516, height: 200 },
    });
    expect(launcherPlace({ workArea, height: 900, isOnWayland: false }).height).toBe(510);
  });

  it('is the compositor’s choice on Wayland', () => {
    expect(launcherPlace({ workArea, height: 200, isOnWayland: true })).toEqual({
      ...{ width: 516, height: 200 },
    });
  });
});
