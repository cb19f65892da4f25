/** The file of an index: it only ever grows by lines, and is written anew when more than half of it is old. */
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../../storage/storage';

/** The file in which an index lies. */
export class IndexFile {
  readonly path: string;
  /** How large it is, and how large it may get before it is written anew. */
  #bytes = 0;
  #mostBytes: number | undefined;
  #isWhole = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether it lacks nothing but what is appended. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** It was read: so large it is, and it is to be written anew unless it is whole. */
  wasRead(bytes: number, isWhole: boolean): void {
    this.#bytes = bytes;
    this.#isWhole = isWhole;
  }

  /** What it says is not what it is to say: it is written anew the next time. */
  spoil(): void {
    this.#isWhole = false;
  }

  /** Adds lines, or writes `whole`, which has them, in its place. What that gives is asked for at once. */
  async write(news: string, whole: () => string): Promise<void> {
    this.#mostBytes ??= mostBytesOf(whole());
    const isWornOut = this.#bytes + Buffer.byteLength(news) > this.#mostBytes;
    if (this.#isWhole && !isWornOut) {
      if (news !== '') await this.append(news);
      return;
    }
    const text = whole();
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await writeDurably(this.path, text, { mode: 0o600 });
    this.#bytes = Buffer.byteLength(text);
    this.#mostBytes = mostBytesOf(text);
    this.#isWhole = true;
  }

  /** Adds lines to one that is whole. */
  async append(text: string): Promise<void> {
    this.#bytes += Buffer.byteLength(text);
    await appendFile(this.path, text, { mode: 0o600 });
  }
}

/** How large an index may get that would be written anew as this text. */
function mostBytesOf(text: string): number {
  return 2 * Buffer.byteLength(text) + 256 * 1024;
}
