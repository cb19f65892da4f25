// What may be in the package's archive: the app, and nothing of its development.
import { listPackage, statFile } from '@electron/asar';

/** Every file in the archive fits one of these. */
const mayBeIn = [
  /^package\.json$/u,
  /^out\/main\/index\.cjs$/u,
  /^out\/main\/(launch|chunks\/[\w-]+)\.cjs(\.cache)?$/u,
  /^out\/preload\/index\.cjs$/u,
  /^out\/renderer\/(index|launcher|chat)\.html$/u,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|woff|svg|png)$/u,
  /^resources\/icons\/[\w@.-]+\.(png|ico)$/u,
  /^resources\/themes\/[\w-]+\.json$/u,
  /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/u,
  /^node_modules\/keytar\/prebuilds\/[\w-]+\/keytar\.node$/u,
];

/** What the goal for the archive's size leaves out: what was compiled, and fonts. */
const compiledOrFont = /\.(node|cache|woff2?)$/u;

/** The names that have no business in the archive. */
export function strangersAmong(names) {
  return names.filter((name) => !mayBeIn.some((allowed) => allowed.test(name)));
}

/**
 * Looks through an archive.
 *
 * @param {string} archive an app.asar
 * @returns {{ strangers: string[], bytes: number }} what should not be there, and the size of the rest
 *   without compiled code and fonts
 */
export function lookInto(archive) {
  const files = listPackage(archive)
    .map((path) => path.replaceAll('\\', '/').replace(/^\//u, ''))
    .map((name) => ({ name, ...statFile(archive, name) }))
    .filter(({ size }) => size !== undefined);
  return {
    strangers: strangersAmong(files.map(({ name }) => name)),
    bytes: files
      .filter(({ name }) => !compiledOrFont.test(name))
      .reduce((sum, { size }) => sum + size, 0),
  };
}
