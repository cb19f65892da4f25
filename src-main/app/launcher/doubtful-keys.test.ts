import { expect, it } from 'vitest';
import { keysAreDoubtful } from './doubtful-keys';

const wayland = { platform: 'linux', environment: { XDG_SESSION_TYPE: 'wayland' } } as const;

it('on Wayland keys are believed once they were pressed, and others not for that', () => {
  expect(keysAreDoubtful(wayland, 'Alt+Space', '')).toBe(true);
  expect(keysAreDoubtful(wayland, 'Alt+Space', 'Alt+Space')).toBe(false);
  expect(keysAreDoubtful(wayland, 'F9', 'Alt+Space')).toBe(true);
  expect(keysAreDoubtful(wayland, '', '')).toBe(false);
});

it.each(['linux', 'win32', 'darwin'] as const)(
  'elsewhere on %s the system’s word counts',
  (platform) => {
    const environment = { XDG_SESSION_TYPE: platform === 'linux' ? 'x11' : undefined };
    expect(keysAreDoubtful({ platform, environment }, 'Alt+Space', '')).toBe(false);
  },
);
