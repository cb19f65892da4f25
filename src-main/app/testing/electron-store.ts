/** In place of electron-store, which can only be loaded inside Electron: like it, it reads, and does no more. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A scanner, or a disk that fails for a moment, as the test has it: whether it holds the file with that text. */
export const scanner: { holds: (text: string) => boolean } = { holds: () => false };

export default class ElectronStore {
  readonly #file: string;

  constructor({ cwd, name }: { cwd: string; name: string }) {
    this.#file = join(cwd, `${name}.json`);
  }

  get store(): unknown {
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    if (scanner.holds(text)) {
      throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
    }
    return JSON.parse(text) as unknown;
  }
}
