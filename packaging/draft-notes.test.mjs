import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/running.mjs';
import { draftNotes, handListIn } from './draft-notes.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const releasing = read('docs', 'releasing.md');

describe('what is tried by hand', () => {
  const lists = handListIn(releasing);

  it('is ten things on each system', () => {
    expect(lists.map(({ system }) => system)).toEqual([
      'macOS',
      'Windows 10 and Windows 11',
      'Ubuntu, GNOME on Wayland',
      'KDE Plasma',
      'Flatpak',
    ]);
    for (const { items } of lists) expect(items).toHaveLength(10);
  });

  it('says of each what must be seen', () => {
    for (const item of lists.flatMap(({ items }) => items)) expect(item).toMatch(/_.+_/u);
  });

  it('is to be ticked in the draft of a release', () => {
    const notes = draftNotes('What is new.', releasing);
    expect(notes).toMatch(/^What is new\.\n/u);
    expect(notes.match(/^- \[ \] /gmu)).toHaveLength(50);
    expect(read('.github', 'workflows', 'release.yml')).toContain('packaging/draft-notes.mjs');
  });
});
