/**
 * Downloads and installs what a signed answer names, by electron-updater: Windows' installer, macOS'
 * archive, an AppImage. A chunk of its own, loaded when a person wants a download.
 *
 * electron-updater is told nothing but what was signed: it reads no feed by itself. Its updaters for
 * deb and rpm, which ask for root, are not even in the bundle.
 */
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater';
import type { AppUpdater } from 'electron-updater/out/AppUpdater';
import { MacUpdater } from 'electron-updater/out/MacUpdater';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater';
import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import { CancellationToken, type UpdateInfo } from 'electron-updater/out/types';
import { UpdateError } from './signed-answer';
import { CheckedRequests, Transfer } from './update-transfer';
import type { DownloadWish, Updater, UpdaterHost } from './updater-types';

/** Slower than this, a download would take hours: it counts as one that never ends. */
const slowestBytes = 200_000;
const slowWindowMs = 60_000;
export function createUpdater(host: UpdaterHost): Updater {
  mkdirSync(host.folder, { recursive: true });
  let underWay: Transfer | undefined;
  let wish: DownloadWish | undefined;
  const updater = updaterFor(host);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.forceDevUpdateConfig = true;
  updater.logger = {
    info: () => undefined,
    warn: (message: unknown) => host.warn('updates.warning', { message: String(message) }),
    error: (message: unknown) => host.warn('updates.error', { message: String(message) }),
  };
  // It makes one of its own only together with an app that is Electron's.
  Object.assign(updater, {
    httpExecutor: new CheckedRequests(host, () => underWay),
  });
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: providerOf(() => {
      if (!wish) throw new UpdateError('notKept', 'nothing was asked for');
      return wish;
    }),
  });

  return {
    async download(asked, onPercent, signal) {
      wish = asked;
      const token = new CancellationToken();
      const transfer = new Transfer(asked.file, onPercent, (reason) => {
        transfer.verdict ??= reason;
        token.cancel();
      });
      underWay = transfer;
      const stop = () => token.cancel();
      signal.addEventListener('abort', stop);
      const endWatch = transfer.watch(host.slow ?? { bytes: slowestBytes, ms: slowWindowMs });
      try {
        const found = await updater.checkForUpdates();
        if (!found?.isUpdateAvailable)
          throw new UpdateError('notKept', 'electron-updater would not');
        if (signal.aborted) return 'stopped';
        await updater.downloadUpdate(token);
        return 'ready';
      } catch (error) {
        if (signal.aborted) return 'stopped';
        throw transfer.errorFor(error);
      } finally {
        endWatch();
        signal.removeEventListener('abort', stop);
        underWay = undefined;
      }
    },
    install() {
      updater.once('error', () => {
        // Everything else has ended by now: the present version begins anew.
        host.startAgain();
        host.quit();
      });
      updater.quitAndInstall(true, true);
    },
  };
}

function updaterFor(host: UpdaterHost): AppUpdater {
  const app = {
    version: host.version,
    name: 'Foyer',
    isPackaged: true,
    appUpdateConfigPath: host.packagedSettings ?? settingsFor(host.folder),
    // It keeps a random number there for staged releases, which nobody is sent.
    userDataPath: host.folder,
    baseCachePath: host.folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => host.quit(),
    onQuit: () => undefined,
  };
  if (host.platform === 'win32') return new NsisUpdater(null, app);
  if (host.platform === 'darwin') return new MacUpdater(undefined, app);
  return new WholeAppImageUpdater(host, app);
}

/** What electron-builder writes into its own packages; JSON is YAML, too. */
function settingsFor(folder: string): string {
  const path = join(folder, 'app-update.yml');
  writeFileSync(path, JSON.stringify({ updaterCacheDirName: 'download' }));
  return path;
}

/** electron-updater deletes the AppImage before it has the new one in its place; this one doesn't. */
class WholeAppImageUpdater extends AppImageUpdater {
  readonly #host: UpdaterHost;

  constructor(host: UpdaterHost, app: object) {
    super(null, app);
    this.#host = host;
  }

  override quitAndInstall(): void {
    if (!this.install(true, true)) return;
    this.#host.startAgain();
    this.#host.quit();
  }

  protected override doInstall(): boolean {
    const { appImage } = this.#host;
    const downloaded = this.installerPath;
    if (appImage === undefined || downloaded === null) {
      throw new UpdateError('notKept', 'there is no AppImage');
    }
    const beside = `${appImage}.new`;
    try {
      copyFileSync(downloaded, beside);
      chmodSync(beside, 0o755);
      renameSync(beside, appImage);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    return true;
  }
}

/** Hands the signed answer on, as if a feed had been read. */
function providerOf(wished: () => DownloadWish) {
  return class SignedAnswer extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    override get fileExtraDownloadHeaders() {
      // So spelt, or electron-updater adds its own name.
      return { accept: '*/*', 'User-Agent': 'Foyer' };
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      const { version, file } = wished();
      const files = [{ url: file.name, sha512: file.sha512, size: file.size }];
      return { version, files, path: file.name, sha512: file.sha512, releaseDate: '' };
    }

    resolveFiles({ files }: UpdateInfo) {
      return files.map((info) => ({ url: new URL(info.url, wished().feed.address), info }));
    }
  };
}
