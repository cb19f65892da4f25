import known from './electron-holes.json';

/** A security hole of Electron's that concerns Foyer. */
export interface ElectronHole {
  /** GitHub's number of the advisory. */
  readonly advisory: string;
  /** What can happen, and why to Foyer. */
  readonly concerns: string;
  /** The first version of each line that is mended; lines above the last have never had it. */
  readonly fixedIn: readonly string[];
  /** Where this was read. */
  readonly source: string;
}

const numbers = (version: string): number[] =>
  (version.split('-')[0] ?? '').split('.').map((part) => Number(part));

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * The known holes of a version of Electron (`45.4.1`); a beta counts as the version that it leads to.
 * `tools/package` refuses to release on a runtime that has one, and the window says so.
 */
export function holesIn(
  version: string,
  holes: readonly ElectronHole[] = known,
): readonly ElectronHole[] {
  const own = numbers(version);
  return holes.filter(({ fixedIn }) => {
    const fixes = fixedIn.map(numbers);
    const inLine = fixes.find(([major]) => major === own[0]);
    // A line that was never mended has it still, unless it began after the mend.
    return inLine ? isBefore(own, inLine) : fixes.some(([major]) => (major ?? 0) > (own[0] ?? 0));
  });
}
