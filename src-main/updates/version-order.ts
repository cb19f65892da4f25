/** Which of two versions is the newer, by semantic versioning. */

/** A version that was released: three numbers and nothing more. */
export const releasedVersion = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/u;

/**
 * Whether `released` is newer than `present`, which may be on its way to a release (`1.2.0-beta.1`).
 * What is no version is older than everything.
 */
export function isNewer(released: string, present: string): boolean {
  const [core = '', ...marks] = present.split(/[-+]/u);
  const ours = numbersOf(core);
  const theirs = numbersOf(released);
  if (!theirs) return false;
  if (!ours) return true;
  for (const [place, number] of theirs.entries()) {
    const own = ours[place] ?? 0;
    if (number !== own) return number > own;
  }
  return marks.length > 0 && present.startsWith(`${core}-`);
}

function numbersOf(version: string): number[] | undefined {
  return releasedVersion.exec(version)?.slice(1).map(Number);
}
