/** An interpreter of Python, and the environment in which it finds the packages of the tests. */
export interface PythonPackages {
  readonly python: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Finds the packages or fetches them; throws a sentence on what is missing and what can be done. */
export function findPythonPackages(options?: {
  say?: (line: string) => void;
}): Promise<PythonPackages>;
