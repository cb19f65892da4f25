/** The number of the device on which everything lies: the system gives a disk another one as it is plugged in again. */
export const disk = { device: 2065n };

/** `node:fs/promises`, which tells that number. */
export function withDiskNumber(real: typeof import('node:fs/promises')) {
  const stat = async (path: string, options?: { bigint?: boolean }): Promise<unknown> => {
    const found = await real.stat(path, options);
    return options?.bigint === true ? Object.assign(found, { dev: disk.device }) : found;
  };
  return { ...real, default: { ...real, stat }, stat };
}
