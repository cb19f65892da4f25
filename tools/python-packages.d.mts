/** An interpreter of Python, and the environment in which it finds the packages of the tests. */
export interface PythonPackages {
  readonly python: string;
  /** Where they lie; their programs are in its `bin`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Finds the packages or fetches them; throws a sentence on what is missing and what can be done. */
export function findPythonPackages(options?: {
  /** What they are for. */
  of?: 'http3' | 'rpm';
  say?: (line: string) => void;
}): Promise<PythonPackages>;
