/** Every fuse, and what was decided of it. */
export const decided: Readonly<Record<string, boolean>>;

/** The state of every fuse that a binary has. */
export function readFuses(binary: string): Promise<Record<string, boolean>>;
