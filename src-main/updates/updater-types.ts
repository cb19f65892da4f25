/** What downloads and installs an update, and what it needs of the program. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { UpdateFeed, UpdateFile } from './signed-answer';

/** A version to be had, as the signed answer names it. */
export interface DownloadWish {
  readonly version: string;
  readonly file: UpdateFile;
  readonly feed: UpdateFeed;
}

/** Downloads and installs; made when it is first wanted. */
export interface Updater {
  /**
   * Downloads and checks. `onPercent` is told whole percent, from 1 to 100.
   *
   * @throws UpdateError; nothing is kept of what came then
   */
  download(
    wish: DownloadWish,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<'ready' | 'stopped'>;
  /**
   * Puts the downloaded version in the place of the present one, ends the program and starts the new
   * one. Where that can't be done, the present one is started again.
   */
  install(): void;
}

/** The parts of a request and its answer that electron-updater uses; Node's and Electron's fit. */
export type DownloadResponse = Pick<IncomingMessage, 'statusCode' | 'on'>;
export type DownloadRequest = Pick<ClientRequest, 'on' | 'end'> & { abort(): void };

export interface UpdaterHost {
  /** The present version. */
  readonly version: string;
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly feed: UpdateFeed;
  /** What was downloaded is kept in here. */
  readonly folder: string;
  /** The path of the AppImage that runs. */
  readonly appImage?: string | undefined;
  /** The file of settings that electron-builder put into the package, on Windows and macOS. */
  readonly packagedSettings?: string | undefined;
  /** What is too slow, for tests: fewer bytes than these in so many milliseconds. */
  readonly slow?: { readonly bytes: number; readonly ms: number } | undefined;
  request(options: object, callback: (response: DownloadResponse) => void): DownloadRequest;
  /** Has the program begin anew when it has ended. */
  startAgain(): void;
  quit(): void;
  warn(event: string, fields: Record<string, unknown>): void;
}
