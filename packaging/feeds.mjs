// Writes the feeds that electron-updater reads, from the files that they offer:
// `node packaging/feeds.mjs FOLDER VERSION [PERCENT]`. By PERCENT an update goes to that part of the
// people first.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { isStarted, root, runCommand, ToolError } from '../tools/running.mjs';

/** What each feed offers; the first of them is for an updater that reads one file only. */
export const feeds = (version) => ({
  'latest.yml': [`Foyer-${version}-windows-x64.exe`, `Foyer-${version}-windows-arm64.exe`],
  'latest-mac.yml': [`Foyer-${version}-mac-universal.zip`, `Foyer-${version}-mac-universal.dmg`],
  'latest-linux.yml': [`Foyer-${version}-x86_64.AppImage`],
});

/** A version's part of the changelog, as text; of an unreleased one what is on top. */
export function notesFor(version, changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) {
  const parts = changelog.split(/^## /mu).slice(1);
  const own = parts.find((part) => part.startsWith(version)) ?? parts[0] ?? '';
  return own.slice(own.indexOf('\n')).replaceAll('**', '').trim();
}

/**
 * @param {string} folder
 * @param {string} version
 * @param {{ percent?: number, notes: string, at: Date }} options
 */
export function writeFeeds(folder, version, { percent, notes, at }) {
  for (const [feed, names] of Object.entries(feeds(version))) {
    const files = names.map((url) => {
      const content = readFileSync(join(folder, url));
      const sha512 = createHash('sha512').update(content).digest('base64');
      return { url, sha512, size: content.length };
    });
    const content = {
      version,
      files,
      path: files[0].url,
      sha512: files[0].sha512,
      releaseDate: at.toISOString(),
      releaseNotes: notes,
      ...(percent === undefined ? {} : { stagingPercentage: percent }),
    };
    writeFileSync(join(folder, feed), dump(content, { lineWidth: -1 }));
  }
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const [folder, version, percent] = process.argv.slice(2);
    if (version === undefined) throw new ToolError('node packaging/feeds.mjs FOLDER VERSION');
    writeFeeds(folder, version, {
      notes: notesFor(version),
      at: new Date(),
      ...(percent === undefined ? {} : { percent: Number(percent) }),
    });
  });
}
