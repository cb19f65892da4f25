/** In place of electron-store, which can only be loaded inside Electron: like it, it reads, and does no more. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export default class ElectronStore {
  readonly #file: string;

  constructor({ cwd, name }: { cwd: string; name: string }) {
    this.#file = join(cwd, `${name}.json`);
  }

  get store(): unknown {
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    return JSON.parse(text) as unknown;
  }
}
