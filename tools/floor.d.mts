/** The oldest runtime that Foyer is compiled for, as Vite names a target. */
export const floor: { readonly node: string; readonly chromium: string };
