import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, type ElectronApplication } from '@playwright/test';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { withDisplay } from '../../tools/desktop-session.mjs';
import { findElectron, sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { asChromiumIs } from './harness-arguments';

export interface RunningHarness {
  readonly app: ElectronApplication;
  readonly version: string;
  stop(): Promise<void>;
}

export interface HarnessOptions {
  /** Chromium's own switches. */
  switches?: readonly string[];
  /** Chromium as it is, for the controls: without what the product tells it at the start. */
  asChromiumIs?: boolean;
}

/** Bundles the harness and starts it in the Electron that is there, with a profile of its own. */
export async function startHarness(options: HarnessOptions = {}): Promise<RunningHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-once-'));
  const program = await bundleProgram(new URL('harness.ts', import.meta.url), folder);
  const runtime = await findElectron();
  const display = await withDisplay();
  const app = await _electron.launch({
    executablePath: runtime.path,
    args: [
      ...sandboxSwitches(),
      ...(options.switches ?? []),
      `--user-data-dir=${join(folder, 'profile')}`,
      program,
      ...(options.asChromiumIs ? [asChromiumIs] : []),
    ],
    env: { ...environment(), ...display.env },
  });
  await expect
    .poll(() => app.evaluate(() => 'harness' in globalThis), { intervals: [50] })
    .toBe(true);
  return {
    app,
    version: runtime.version,
    stop: async () => {
      await app.close();
      await display.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Ours, without what would make Electron plain Node. */
function environment(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _node, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
