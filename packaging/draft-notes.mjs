// What a draft says: `node packaging/draft-notes.mjs VERSION`. The news come from CHANGELOG.md; under them
// stands what is tried by hand first (docs/releasing.md), to be ticked and taken out when it is published.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, root, runCommand } from '../tools/running.mjs';
import { newsOf } from './sign-feed.mjs';

/**
 * What has to be tried by hand, by system.
 *
 * @param {string} releasing docs/releasing.md
 * @returns {{ system: string, items: string[] }[]}
 */
export function handListIn(releasing) {
  const byHand = releasing.split(/^## /mu).find((section) => section.startsWith('By hand'));
  const [, ...systems] = (byHand ?? '').split(/^### /mu);
  return systems.map((text) => {
    const [system = '', ...lines] = text.split('\n');
    return { system: system.trim(), items: lines.filter((line) => /^\d+\. /u.test(line)) };
  });
}

/** The draft's text. */
export function draftNotes(news, releasing) {
  const lists = handListIn(releasing).map(({ system, items }) => {
    const boxes = items.map((item) => item.replace(/^\d+\. /u, '- [ ] '));
    return `### ${system}\n\n${boxes.join('\n')}\n`;
  });
  return [
    news,
    '',
    '## Before this is published',
    '',
    'Tick what was seen on the system itself; publish when all are ticked, and take this part out.',
    '',
    ...lists,
  ].join('\n');
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const read = (...path) => readFileSync(join(root, ...path), 'utf8');
    const news = newsOf(read('CHANGELOG.md'), process.argv[2] ?? '');
    console.log(draftNotes(news, read('docs', 'releasing.md')));
  });
}
