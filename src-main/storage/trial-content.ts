import { contentHash } from './content-hash';

/** A content that tells its number and whether it is whole. */
export function numberedContent(number: number, size: number): string {
  const body = `${String(number)}\n${'foyer '.repeat(Math.ceil(size / 6)).slice(0, size)}`;
  return `${contentHash(body)}\n${body}`;
}

/** The number of a whole content; undefined if anything of it is missing or different. */
export function readNumber(content: string): number | undefined {
  const end = content.indexOf('\n');
  const body = content.slice(end + 1);
  if (end === -1 || contentHash(body) !== content.slice(0, end)) return undefined;
  return Number(body.slice(0, body.indexOf('\n')));
}
