/** Bundles a TypeScript file as the app's main process is built; resolves with the bundle's path. */
export function bundleProgram(
  source: URL,
  folder: string,
  options?: { format?: 'cjs' | 'es'; minify?: boolean },
): Promise<string>;
