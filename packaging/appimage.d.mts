/** Makes an AppImage with the pinned program in front; resolves with its path. */
export function makeAppImage(options: {
  app: string;
  work: string;
  output: string;
  version: string;
  notices: string;
  front: Uint8Array;
}): Promise<string>;

/** Lays out what is in the image. */
export function layOutAppDir(options: { folder: string; app: string; notices: string }): void;
