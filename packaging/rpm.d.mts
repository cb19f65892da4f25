/** Makes an .rpm of the unpacked app; resolves with its path. */
export function makeRpm(options: {
  app: string;
  work: string;
  output: string;
  version: string;
  notices: string;
  isTest: boolean;
}): Promise<string>;
