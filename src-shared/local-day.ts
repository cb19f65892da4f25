/** The day on the person's calendar, as it stands in a file's name: `2026-11-21`. */
export function localDay(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
