/** Builds, stages and packs the app into a folder. */
export function makeFolder(options: {
  runtime: { readonly path: string; readonly dist: string; readonly version: string };
  version: string;
  letsTestsIn: boolean;
  output: string;
  feed?: string;
}): Promise<{ staged: string; app: string; notices: string; bytes: number }>;
