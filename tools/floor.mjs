// The oldest runtime that Foyer is compiled for: that of Electron 25 (docs/decisions/0001).

/** As esbuild and Vite name a target. */
export const floor = { node: 'node18.15', chromium: 'chrome114' };
