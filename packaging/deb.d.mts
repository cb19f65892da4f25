/** Makes a .deb of the unpacked app; resolves with its path. */
export function makeDeb(options: {
  app: string;
  work: string;
  output: string;
  version: string;
  notices: string;
  isTest: boolean;
}): Promise<string>;
