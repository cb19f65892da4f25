/**
 * A Foyer that is started with `--library=FOLDER`, as by a shortcut or at sign-in, and moves that library in Settings; and
 * one whose library went along with the folder for documents, to another disk or into a cloud's.
 */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { removeAfterTest } from '../testing/temporary-folder';
import { createLibraryPlace, type LibraryPlace, type LibraryPlaceParts } from './library-place';

let root = '';
/** What the preferences keep from one start to the next. */
let kept: {
  folder?: string;
  usual?: string;
  moves: ReturnType<LibraryPlaceParts['kept']['moves']>;
} = { moves: [] };
let documents = '';
const inRoot = (name: string): string => join(root, name);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-place-'));
  removeAfterTest(root);
  kept = { moves: [] };
  documents = inRoot('documents');
  for (const name of ['one', 'two', 'three']) await mkdir(inRoot(name));
  await writeFile(join(inRoot('one'), 'harbour.json'), '{}');
});

/** The next start, with that folder in its command. */
function started(given?: string): LibraryPlace {
  return createLibraryPlace({
    given: given && inRoot(given),
    kept: {
      libraryFolder: () => kept.folder,
      moves: () => kept.moves,
      keepFolder: (folder, moves) => {
        kept = { folder, moves };
      },
      keepMoves: (moves) => {
        kept = { ...kept, moves };
      },
      usualFolder: () => kept.usual,
      keepUsualFolder: (usual) => {
        kept.usual = usual;
      },
    },
    documents: () => documents,
    warn: () => undefined,
  });
}

async function moves(place: LibraryPlace, from: string, to: string): Promise<void> {
  place.chosen(inRoot(to), inRoot(from));
  await rename(join(inRoot(from), 'harbour.json'), join(inRoot(to), 'harbour.json'));
  place.moveEnded(inRoot(to));
}

it('is found where it was moved to, however often', async () => {
  await moves(started('one'), 'one', 'two');
  expect(started('one').folder()).toBe(inRoot('two'));

  await moves(started(), 'two', 'three');
  expect(started('one').folder()).toBe(inRoot('three'));
  expect(started('two').folder()).toBe(inRoot('three'));

  await moves(started('one'), 'three', 'one');
  expect(started('one').folder()).toBe(inRoot('one'));
  expect(started('three').folder()).toBe(inRoot('one'));
});

it('is the folder of the command where themes are there again', async () => {
  await moves(started('one'), 'one', 'two');
  await writeFile(join(inRoot('one'), 'orchard.json'), '{}');

  expect(started('one').folder()).toBe(inRoot('one'));
});

it('is the folder of the command where themes are there again that an earlier Foyer moved', async () => {
  kept = { folder: inRoot('two'), moves: [{ from: inRoot('three'), to: inRoot('two') }] };
  expect(started('three').folder()).toBe(inRoot('two'));

  await writeFile(join(inRoot('three'), 'orchard.json'), '{}');
  expect(started('three').folder()).toBe(inRoot('three'));
});

it('is where it was moved to until the move has ended, whatever lies in the old folder', async () => {
  await writeFile(join(inRoot('two'), 'harbour.json'), '{}');
  started('one').chosen(inRoot('two'), inRoot('one'));
  expect(started('one').folder()).toBe(inRoot('two'));

  // The old folder's disk is away as the end is told: nobody knows what stayed.
  await rename(inRoot('one'), inRoot('away'));
  started('one').moveEnded(inRoot('two'));
  await rename(inRoot('away'), inRoot('one'));
  expect(started('one').folder()).toBe(inRoot('two'));

  started('one').moveEnded(inRoot('two'));
  expect(started('one').folder()).toBe(inRoot('two'));
  await writeFile(join(inRoot('one'), 'orchard.json'), '{}');
  expect(started('one').folder()).toBe(inRoot('one'));
});

it('is where it was while it is copied to another folder, until that is chosen', async () => {
  await moves(started('one'), 'one', 'two');
  const [one, two] = [inRoot('one'), inRoot('two')];
  started('one').moveBegins(one, two);
  await writeFile(join(one, 'harbour.json'), '{}');
  expect(started('one').folder()).toBe(two);
  expect(started('one').isMoved(one, two)).toBe(false);

  started('one').chosen(one, two);
  expect(started('one').folder()).toBe(one);
  expect(started('one').isMoved(one, two)).toBe(true);

  started('one').moveBegins(one, two);
  expect(started('one').isMoved(one, two)).toBe(false);
});

it('is found under the name that its folder has since, unless themes lie under the one before', async () => {
  await moves(started('one'), 'one', 'two');
  await rename(inRoot('two'), inRoot('renamed'));
  started('one').chosen(inRoot('renamed'), inRoot('two'), true);
  expect(started('one').folder()).toBe(inRoot('renamed'));
  expect(started('two').folder()).toBe(inRoot('renamed'));

  await mkdir(inRoot('two'));
  await writeFile(join(inRoot('two'), 'orchard.json'), '{}');
  expect(started('one').folder()).toBe(inRoot('renamed'));
  expect(started('two').folder()).toBe(inRoot('two'));
});

it('is the folder of the command where only another one was chosen', () => {
  started('three').chosen(inRoot('two'), undefined);

  expect(started('three').folder()).toBe(inRoot('three'));
  expect(started().folder()).toBe(inRoot('two'));
});

it('is the folder of the command where that can’t be looked at for a moment', async () => {
  await moves(started('one'), 'one', 'two');
  // As a share that is there, and gives no list: a file in the folder's place.
  await rm(inRoot('one'), { recursive: true });
  await writeFile(inRoot('one'), '');
  expect(started('one').folder()).toBe(inRoot('one'));

  await rm(inRoot('one'));
  expect(started('one').folder()).toBe(inRoot('two'));
});

it.each([
  ['are gone from where they were', 'gone', 'new'],
  // Windows leaves a folder that a program has open.
  ['left an empty folder of the library', 'empty', 'new'],
  ['left the library', 'whole', 'old'],
] as const)(
  'is found in its usual place where the documents moved and %s',
  async (_, is, where) => {
    const old = join(documents, 'Foyer themes');
    await mkdir(old, { recursive: true });
    started().isThere(old);
    documents = inRoot('cloud');
    const moved = join(documents, 'Foyer themes');
    await mkdir(moved, { recursive: true });
    if (is === 'gone') await rm(old, { recursive: true });
    await writeFile(join(is === 'whole' ? old : moved, 'harbour.json'), '{}');
    expect(started().folder()).toBe(where === 'new' ? moved : old);
  },
);
