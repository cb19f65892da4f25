/**
 * Downloads and installs what a signed answer names, by electron-updater: Windows' installer, macOS'
 * archive, an AppImage. A chunk of its own, loaded when a person wants a download.
 *
 * electron-updater is told nothing but what was signed: it reads no feed by itself. Its updaters for
 * deb and rpm, which ask for root, are not even in the bundle.
 */
import { EventEmitter } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater';
import type { AppUpdater } from 'electron-updater/out/AppUpdater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor';
import { MacUpdater } from 'electron-updater/out/MacUpdater';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater';
import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import { CancellationToken, type UpdateInfo } from 'electron-updater/out/types';
import { UpdateError, mayAsk, type UpdateFile } from './signed-answer';
import type { DownloadWish, Updater, UpdaterHost } from './updater-types';

/** Slower than this, a download would take hours: it counts as one that never ends. */
const slowestBytes = 200_000;
const slowWindowMs = 60_000;
/** The first, and those that it was pointed on to. */
const mostRequests = 6;

type Request = ReturnType<UpdaterHost['request']>;

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

/** Requests that keep to the feed's rules about addresses, also when one points on to another. */
class CheckedRequests extends ElectronHttpExecutor {
  readonly #host: UpdaterHost;
  readonly #current: () => Transfer | undefined;

  constructor(host: UpdaterHost, current: () => Transfer | undefined) {
    super();
    this.#host = host;
    this.#current = current;
  }

  override createRequest(
    options: { protocol?: string; hostname?: string; port?: string; path?: string },
    callback: (response: unknown) => void,
  ): Electron.ClientRequest {
    const { protocol = 'https:', hostname = '', port = '', path = '/' } = options;
    const transfer = this.#current();
    const address = new URL(path, `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`);
    if (!mayAsk(address, this.#host.feed) || !transfer?.mayGoOn()) {
      if (transfer) transfer.verdict ??= 'redirected';
      return refusedRequest() as unknown as Electron.ClientRequest;
    }
    const request: Request = this.#host.request(options, (response) => {
      transfer.follow(response);
      callback(response);
    });
    return request as unknown as Electron.ClientRequest;
  }
}

/** A request that never leaves and ends as failed. */
function refusedRequest(): EventEmitter {
  const request = new EventEmitter();
  return Object.assign(request, {
    abort: () => undefined,
    end: () => setImmediate(() => request.emit('error', new UpdateError('redirected'))),
  });
}

/** One download, and why it ended when it was not good. */
class Transfer {
  verdict: UpdateError['reason'] | undefined;
  #bytes = 0;
  #percent = 0;
  #requests = 0;
  readonly #file: UpdateFile;
  readonly #onPercent: (percent: number) => void;
  readonly #giveUp: (reason: UpdateError['reason']) => void;

  constructor(
    file: UpdateFile,
    onPercent: (percent: number) => void,
    giveUp: (reason: UpdateError['reason']) => void,
  ) {
    this.#file = file;
    this.#onPercent = onPercent;
    this.#giveUp = giveUp;
  }

  /** electron-updater doesn't count how often it is pointed on. */
  mayGoOn(): boolean {
    this.#requests += 1;
    return this.#requests <= mostRequests;
  }

  follow(response: Pick<IncomingMessage, 'statusCode' | 'on'>): void {
    const { statusCode = 0 } = response;
    if (statusCode >= 300 && statusCode < 400) return;
    if (statusCode !== 200) {
      this.verdict ??= 'refused';
      return;
    }
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#file.size) this.#giveUp('wrongChecksum');
      const percent = Math.min(100, Math.floor((this.#bytes / this.#file.size) * 100));
      if (percent === this.#percent) return;
      this.#percent = percent;
      this.#onPercent(percent);
    });
  }

  /** Gives up on what comes more slowly than `bytes` in `ms`; returns the watch's end. */
  watch({ bytes, ms }: { bytes: number; ms: number }): () => void {
    let before = 0;
    const timer = setInterval(() => {
      if (this.#bytes < this.#file.size && this.#bytes - before < bytes) this.#giveUp('tooSlow');
      before = this.#bytes;
    }, ms);
    return () => clearInterval(timer);
  }

  errorFor(error: unknown): UpdateError {
    if (error instanceof UpdateError) return error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (this.verdict !== undefined) return new UpdateError(this.verdict, message);
    const isWhole = this.#bytes >= this.#file.size;
    if (code === 'ENOSPC' || code === 'EDQUOT') return new UpdateError('noRoom', message);
    if (code === 'ERR_CHECKSUM_MISMATCH') {
      return new UpdateError(isWhole ? 'wrongChecksum' : 'cut', message);
    }
    if (isWhole) return new UpdateError('notKept', message);
    return new UpdateError(this.#bytes > 0 ? 'cut' : 'notReached', message);
  }
}
