// The unpacked app for one platform, and from it the installers of Windows and macOS: electron-builder
// does both, by the same configuration here and in the release.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/running.mjs';
import { appId } from './app-id.mjs';
import { exportType } from './file-type.mjs';
import { setFuses } from './fuses.mjs';

// What it loads this way it would otherwise keep in the system's temporary folder.
process.env.JITI_FS_CACHE ??= 'false';
const { build, Platform } = await import('electron-builder');

const icons = join(root, 'packaging', 'icons');
const forWindows = join(root, 'packaging', 'windows');

/**
 * @param {object} options
 * @param {string} options.app what stage.mjs laid out
 * @param {string} options.output
 * @param {{ dist: string, version: string }} options.runtime the Electron that goes in
 * @param {string} [options.feed] where updates come from: an address of a folder with a feed in it
 */
export function configuration({ app, output, runtime, feed }) {
  return {
    appId,
    productName: 'Foyer',
    directories: { app, output, buildResources: icons },
    electronDist: runtime.dist,
    electronVersion: runtime.version,
    npmRebuild: false,
    // A feed's file goes into the app only where a feed is named; nothing is published by this.
    publish: feed === undefined ? null : { provider: 'generic', url: feed },
    files: ['**/*', '!out/*/licenses.json'],
    asar: true,
    asarUnpack: ['node_modules/keytar/prebuilds/**'],
    electronLanguages: ['en-US'],
    afterPack: async (context) => {
      // The development runtime's own, which electron-builder doesn't know.
      for (const name of ['version', join('resources', 'default_app.asar')]) {
        rmSync(join(context.appOutDir, name), { force: true });
      }
      await setFuses(binaryOf(context), {
        // The universal app is signed as a whole, later; what is ad hoc must fit the new bytes.
        resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
      });
    },
    protocols: [{ name: 'Foyer', schemes: ['foyer'] }],
    fileAssociations: [
      {
        ext: exportType.extension,
        name: exportType.name,
        mimeType: exportType.mime,
        role: 'Editor',
      },
    ],
    linux: {
      executableName: 'foyer',
      icon: join(icons, 'png'),
      category: 'Graphics',
      target: ['dir'],
    },
    win: {
      icon: join(icons, 'foyer.ico'),
      target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
      // A terminal doesn't wait for Foyer.exe itself; `bin` is put on the PATH.
      extraFiles: [{ from: forWindows, to: 'bin', filter: ['foyer.cmd', 'path.ps1'] }],
    },
    nsis: {
      artifactName: 'Foyer-${version}-windows-${arch}.${ext}',
      // One installer for each processor: half the size.
      buildUniversalInstaller: false,
      oneClick: false,
      include: join(forWindows, 'installer.nsh'),
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // A person's themes and profile stay.
      deleteAppDataOnUninstall: false,
    },
    mac: {
      icon: join(icons, 'foyer.icns'),
      category: 'public.app-category.graphics-design',
      target: [
        { target: 'dmg', arch: ['universal'] },
        { target: 'zip', arch: ['universal'] },
      ],
      artifactName: 'Foyer-${version}-mac-${arch}.${ext}',
      hardenedRuntime: true,
      notarize: process.env.APPLE_TEAM_ID !== undefined,
    },
  };
}

/** The file that holds the fuses. */
function binaryOf({ appOutDir, packager, electronPlatformName }) {
  const name = packager.appInfo.productFilename;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${name}.exe`);
  return join(appOutDir, packager.executableName);
}

/**
 * The unpacked app for this machine.
 *
 * @param {Parameters<typeof configuration>[0]} options
 * @returns {Promise<string>} its folder
 */
export async function packFolder(options) {
  mkdirSync(options.output, { recursive: true });
  await build({
    targets: Platform.current().createTarget('dir'),
    config: configuration(options),
    publish: 'never',
  });
  const names = { darwin: 'mac', win32: 'win-unpacked' };
  const folder = join(options.output, names[process.platform] ?? 'linux-unpacked');
  if (!existsSync(folder)) throw new Error(`electron-builder left no ${folder}`);
  return folder;
}

/**
 * The installers of the platform it runs on: NSIS on Windows, dmg and zip on macOS.
 *
 * @param {Parameters<typeof configuration>[0]} options
 * @returns {Promise<string[]>} their paths
 */
export async function packInstallers(options) {
  return build({
    targets: Platform.current().createTarget(),
    config: configuration(options),
    publish: 'never',
  });
}
