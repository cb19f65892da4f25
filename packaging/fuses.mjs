// Electron's fuses: what the binary itself is able to do, decided when it is packed.
import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses';

/**
 * Every fuse has its line; which ones a binary has, the binary says.
 *
 * @type {Record<keyof typeof FuseV1Options, boolean>}
 */
export const decided = {
  // The program is Foyer, and never somebody's Node.
  RunAsNode: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Foyer keeps no cookies, and Chromium would put a key of its own in the person's keychain.
  EnableCookieEncryption: false,
  // Windows and macOS; on Linux only the owner of the folder, root, could change the archive.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // There is no snapshot of our own.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Pages come from app://, none from a file.
  GrantFileProtocolExtraPrivileges: false,
  // Wasm's memory is guarded by the kernel; Electron's own default.
  WasmTrapHandlers: true,
};

/**
 * Flips every fuse that the binary has, and reads them back.
 *
 * @param {string} binary the executable; on macOS the .app
 * @param {{ resetAdHocDarwinSignature?: boolean }} [options]
 * @throws {Error} when the binary has a fuse that nobody decided on, or one did not take
 */
export async function setFuses(binary, options = {}) {
  const names = await fusesOf(binary);
  const undecided = names.filter((name) => !(name in decided));
  if (undecided.length > 0) {
    throw new Error(`Nobody decided on these fuses: ${undecided.join(', ')} (packaging/fuses.mjs)`);
  }
  await flipFuses(binary, {
    version: FuseVersion.V1,
    ...options,
    ...Object.fromEntries(names.map((name) => [FuseV1Options[name], decided[name]])),
  });
  const read = await readFuses(binary);
  const wrong = names.filter((name) => read[name] !== decided[name]);
  if (wrong.length > 0) throw new Error(`These fuses did not take: ${wrong.join(', ')}`);
}

/**
 * The state of every fuse that a binary has.
 *
 * @param {string} binary
 * @returns {Promise<Record<string, boolean>>}
 */
export async function readFuses(binary) {
  const wire = await getCurrentFuseWire(binary);
  return Object.fromEntries(
    (await fusesOf(binary)).map((name) => {
      const state = wire[FuseV1Options[name] ?? Number(name)];
      return [name, state === FuseState.ENABLE];
    }),
  );
}

/** Their names; the number for one that the library does not know yet. */
async function fusesOf(binary) {
  const wire = await getCurrentFuseWire(binary);
  return Object.entries(wire)
    .filter(([key, state]) => /^\d+$/u.test(key) && state !== FuseState.REMOVED)
    .map(([key]) => FuseV1Options[Number(key)] ?? key);
}
