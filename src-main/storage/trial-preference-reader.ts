import type { PreferenceReader } from './preferences-file';

type Conf = new (options: object) => PreferenceReader;

/** What is under electron-store, which itself can only be loaded inside Electron. */
export async function readerIn(cwd: string): Promise<() => PreferenceReader> {
  const url = new URL('../../node_modules/conf/dist/source/index.js', import.meta.url);
  const { default: StoreBase } = (await import(url.href)) as { default: Conf };
  return () => new StoreBase({ cwd, configName: 'preferences', clearInvalidConfig: true });
}
