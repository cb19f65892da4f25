import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ground, titleBar, titleBarOverlay } from './title-bar';

describe('the title bar', () => {
  it('has colours of each appearance on Windows, under the buttons there', () => {
    const light = titleBarOverlay('win32', false);
    const dark = titleBarOverlay('win32', true);
    expect(dark?.color).not.toBe(light?.color);
    expect(dark?.symbolColor).not.toBe(light?.symbolColor);
    expect(titleBar('win32', true, '')).toEqual({ titleBarStyle: 'hidden', titleBarOverlay: dark });
    expect(ground(true)).not.toBe(ground(false));
  });

  it('is the system’s own on Linux, and has the lights alone on macOS', () => {
    expect(titleBar('linux', true, 'window.png')).toEqual({ icon: 'window.png' });
    expect(titleBar('darwin', true, 'window.png')).toMatchObject({ titleBarStyle: 'hidden' });
    expect(['linux', 'darwin'].map((one) => titleBarOverlay(one as 'linux', true))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('leaves the room in the page that the system says, not a number of ours', () => {
    const styles = readFileSync(
      new URL('../../../src-renderer/ui/base.css', import.meta.url),
      'utf8',
    );
    const [, end] = /--caption-end:([^;]+);/u.exec(styles) ?? [];
    expect(end).toContain('env(titlebar-area-width, 100vw)');
    expect(styles).not.toContain("data-platform='windows'");
  });
});
