/**
 * How an update comes: electron-updater's requests, held to the feed's rules about addresses, and one
 * download's progress, its end, and why it ended when it was not good.
 */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor';
import { UpdateError, mayAsk, type UpdateFile } from './signed-answer';
import type { UpdaterHost } from './updater-types';

/** The first, and those that it was pointed on to. */
const mostRequests = 6;

type Request = ReturnType<UpdaterHost['request']>;
type DownloadOptions = Parameters<ElectronHttpExecutor['download']>[2];

/** Requests that keep to the feed's rules about addresses, also when one points on to another. */
export class CheckedRequests extends ElectronHttpExecutor {
  readonly #host: UpdaterHost;
  readonly #current: () => Transfer | undefined;

  constructor(host: UpdaterHost, current: () => Transfer | undefined) {
    super();
    this.#host = host;
    this.#current = current;
  }

  /**
   * electron-updater's own leaves the request and the file open when a download is stopped or given
   * up: all the rest still comes, into a file that nobody sees. Both have ended when this one fails.
   */
  override async download(
    { protocol, hostname, port, pathname, search }: URL,
    destination: string,
    options: DownloadOptions,
  ): Promise<string> {
    const { sha512, cancellationToken } = options;
    const headers = { ...options.headers, 'Cache-Control': 'no-cache' };
    const asked = {
      protocol,
      hostname,
      port,
      path: pathname + search,
      headers,
      redirect: 'manual',
    };
    const transfer = this.#current();
    const stop = new AbortController();
    let written: Promise<unknown> | undefined;
    try {
      await cancellationToken.createPromise<void>((resolve, reject, onCancel) => {
        onCancel(() => {
          stop.abort();
          transfer?.request?.abort();
        });
        const callback = (error: Error | null) => (error ? reject(error) : resolve());
        const responseHandler = (response: IncomingMessage) => {
          const file = createWriteStream(destination);
          const closed = new Promise<void>((end) => file.once('close', end));
          const whole = pipeline(response, checked(sha512), file, { signal: stop.signal });
          written = whole.then(() => resolve(), reject).then(() => closed);
        };
        const call = { destination, options, onCancel, callback, responseHandler };
        this.doDownload(asked, call, 0);
      });
    } finally {
      await written;
    }
    return destination;
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
    transfer.request = request;
    return request as unknown as Electron.ClientRequest;
  }
}

/** Hands the bytes on, and fails at their end when they are not those that were signed. */
function checked(sha512: DownloadOptions['sha512']) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const hash = createHash('sha512');
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('base64') === sha512) return;
    throw Object.assign(new Error('the checksum differs'), { code: 'ERR_CHECKSUM_MISMATCH' });
  };
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
export class Transfer {
  /** The request that is under way. */
  request: Request | undefined;
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
