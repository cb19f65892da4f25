/**
 * Files of a library and a profile that are cut, zeroed, flipped, or replaced by folders and links, a
 * few at a time, by chance. Foyer opens; the rest is there; a bad one stays as it is, and is named or
 * refused; what it held is never taken for empty and written over.
 */
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { attempt, chances, expectControlToFail, sideBySide, times } from './testing/fault-tally';
import { openRooms, ownFolders, type Folders } from './testing/fixture-rooms';
import { inTheExamples, putExamples } from './testing/fixture-stored-formats';

const cases = times(40, 300);
const { connectionId } = inTheExamples;
const themeCount = 6;

type Chance = () => number;
const upTo = (chance: Chance, most: number): number => Math.floor(chance() * most);

/** What can happen to a file; those that give bytes write them. */
const damages: Record<string, (bytes: Buffer, chance: Chance) => Buffer> = {
  cut: (bytes, chance) => bytes.subarray(0, 1 + upTo(chance, bytes.length - 1)),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'zeroed in part': (bytes, chance) => {
    const from = upTo(chance, bytes.length);
    return Buffer.from(bytes).fill(0, from, from + 1 + upTo(chance, bytes.length - from));
  },
  flipped: (bytes, chance) => {
    const flipped = Buffer.from(bytes);
    for (let bit = 0; bit <= upTo(chance, 8); bit += 1) {
      const at = upTo(chance, flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << upTo(chance, 8));
    }
    return flipped;
  },
  emptied: () => Buffer.alloc(0),
  'of other bytes': (bytes, chance) =>
    Buffer.from(Array.from(bytes.subarray(0, 2_000), () => upTo(chance, 256))),
};
const replacements = ['a folder', 'a link to nothing', 'a link to itself'];

interface Damaged {
  /** From the folder of both. */
  readonly file: string;
  readonly how: string;
  /** What lies there now; absent for what is no file. */
  readonly bytes?: Buffer;
}

/** Every file under a folder, from there. */
async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .sort();
}

async function damage(root: string, file: string, chance: Chance): Promise<Damaged> {
  const path = join(root, file);
  const names = [...Object.keys(damages), ...(process.platform === 'win32' ? [] : replacements)];
  const how = names[upTo(chance, names.length)] ?? 'cut';
  const spoil = damages[how];
  if (spoil !== undefined) {
    const bytes = spoil(await readFile(path), chance);
    await writeFile(path, bytes);
    return { file, how, bytes };
  }
  await rm(path);
  if (how === 'a folder') {
    await mkdir(path);
    await writeFile(join(path, 'mine.txt'), 'mine');
    return { file, how };
  }
  // Each leads to a name of its own: two documents that are written through one link are one file.
  const nowhere = `nothing of ${basename(path)}`;
  await symlink(how === 'a link to itself' ? basename(path) : nowhere, path);
  return { file, how };
}

/** A profile and a library in which everything was used, each document more than once. */
async function used(): Promise<Folders> {
  const at = await ownFolders();
  await putExamples(at);
  for (let number = 1; number < themeCount; number += 1) {
    const document = {
      ...{ format: storedFormats.theme, id: `theme-${String(number)}`, tags: [] },
      ...{ name: `Theme ${String(number)}`, updatedAt: '2026-01-02T03:04:05.000Z' },
      ...{ publications: {}, theme: newTheme() },
    };
    await writeFile(join(at.library, `theme-${String(number)}.json`), JSON.stringify(document));
  }
  const rooms = await openRooms(at);
  expect((await rooms.library.handlers.list(undefined)).themes).toHaveLength(themeCount);
  for (const keep of keeps(rooms)) await keep();
  await rooms.close();
  return at;
}

type Rooms = Awaited<ReturnType<typeof openRooms>>;

/** Something that is kept in each document, which writes it anew. */
function keeps({ billing, domains, previews, connections, outbox }: Rooms) {
  const draft = {
    ...{ plan: 'PRO' as const, isYearly: true, currency: 'eur' as const, additionalChats: '2' },
    ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
  };
  const fields = { botId: 'b', to: '+49 1', startGroupId: '' };
  return [
    async () => billing.handlers.saveDraft({ connectionId, draft }),
    async () => domains.handlers.saveDraft({ connectionId, name: 'now.example.com' }),
    async () => previews.handlers.saveDraft({ connectionId, fields }),
    async () => connections.handlers.select({ id: connectionId }),
    async () => outbox.handlers.setPaused({ isPaused: true }),
  ];
}

/** What is shown of each document of the profile. */
function shown({ billing, domains, previews, connections, outbox }: Rooms) {
  return {
    'profile/billing.json': () => billing.handlers.state({ connectionId }),
    'profile/domains.json': () => domains.handlers.state({ connectionId }),
    'profile/previews.json': () => previews.snapshot().shortcuts,
    'profile/connections.json': () => connections.snapshot().list,
    'profile/outbox.json': async () => (await outbox.handlers.list(undefined)).isPaused,
  };
}

/** What Foyer writes as it runs, or can make anew from the rest. */
const written =
  /^profile\/(generations|activity|previews)\/|^profile\/(billing|domains|previews|connections|outbox|bin-visits|libraries|library-move)\.json$|library-index/u;
const madeAnew = /library-index|bin-visits|library-move/u;

/** Whether a text is JSON: of what Foyer can use it needs no copy. */
function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString());
    return true;
  } catch {
    return false;
  }
}

/** Either it works, or it is refused in a sentence. */
async function allowed(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && 'problem' in error) return undefined;
    throw error;
  }
}

/** Every theme that is in order is listed; one that isn't is named, where there is a file. */
async function checkList(rooms: Rooms, files: readonly string[], damaged: readonly Damaged[]) {
  const { themes, unreadable } = await rooms.library.handlers.list(undefined);
  const told = unreadable.map(({ file }) => file);
  const hurt = damaged.filter(({ file }) => file.startsWith('library/'));
  const isHurt = (file: string) => hurt.some((each) => each.file === file);
  for (const file of files.filter((each) => each.startsWith('library/') && !isHurt(each))) {
    expect(told, `${file} is in order`).not.toContain(basename(file));
  }
  // A link that leads nowhere is no file of the library's, and a folder neither.
  const noFile = hurt.filter(({ bytes }) => bytes === undefined);
  expect(themes.length).toBeGreaterThanOrEqual(themeCount - hurt.length);
  expect(themes.length + told.length).toBeGreaterThanOrEqual(themeCount - noFile.length);
}

async function check(base: Folders, chance: Chance, tell: (damaged: Damaged[]) => void) {
  const at = await ownFolders();
  const root = dirname(at.profile);
  await cp(dirname(base.profile), root, { recursive: true });
  const files = await filesIn(root);
  const before = new Map<string, Buffer>();
  for (const file of files) before.set(file, await readFile(join(root, file)));
  const first = await openRooms(at);
  const good: Record<string, unknown> = {};
  for (const [file, show] of Object.entries(shown(first))) good[file] = await show();
  await first.close();

  const victims = new Set(
    Array.from({ length: 1 + upTo(chance, 3) }, () => files[upTo(chance, files.length)] ?? ''),
  );
  const damaged: Damaged[] = [];
  for (const victim of victims) damaged.push(await damage(root, victim, chance));
  tell(damaged);
  const isHurt = (file: string) => damaged.some((each) => each.file === file);
  // The last generation is spare for as long as the document is good.
  const isSpare = (file: string) =>
    madeAnew.test(file) ||
    (file.includes('/generations/') && !isHurt(file.replace('/generations/', '/')));

  const rooms = await openRooms(at);
  // What says where the library is can't be read: it isn't looked for elsewhere, nor begun anew.
  const isHeld = isHurt('profile/library-move.json');
  if (isHeld) await allowed(async () => rooms.library.handlers.list(undefined));
  else await checkList(rooms, files, damaged);
  for (const [file, show] of Object.entries(shown(rooms))) {
    // Billing and domains are a connection's.
    if (isHurt(file) || isHurt('profile/connections.json')) await allowed(show);
    else if (damaged.every((each) => !each.file.endsWith(basename(file)))) {
      expect(await show(), `${file} is in order`).toEqual(good[file]);
    }
  }
  await allowed(async () => rooms.library.handlers.bin(undefined));
  for (const keep of keeps(rooms)) await allowed(keep);
  await rooms.close();

  const after = new Map<string, Buffer>();
  for (const file of await filesIn(root)) after.set(file, await readFile(join(root, file)));
  for (const [file, bytes] of before) {
    if (isHurt(file) || written.test(file)) continue;
    expect(after.get(file)?.equals(bytes), `${file} is untouched`).toBe(true);
  }
  for (const { file, how, bytes } of damaged) {
    const path = join(root, file);
    if (bytes === undefined) {
      if (how === 'a folder') expect(await keptFolder(root), `${file}: ${how}`).toBe(true);
      else expect(await isKeptLink(path), `${file}: ${how}`).toBe(true);
    } else if (bytes.length > 0 && !isJson(bytes) && !isSpare(file)) {
      const isThere = [...after.values()].some((each) => each.includes(bytes));
      expect(isThere, `${file}, ${how}, is kept as it was`).toBe(true);
    }
  }
}

/** What somebody put in a folder is still somewhere. */
const keptFolder = async (root: string): Promise<boolean> =>
  (await filesIn(root)).some((file) => basename(file) === 'mine.txt');

/** The link is there, or what Foyer made where it leads, or in its place when that is no file. */
async function isKeptLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true ? (await readlink(path)) !== '' : found !== undefined;
}

it('files that are damaged or replaced take nothing else with them, and stay as they are', async () => {
  const base = await used();
  const numbers = Array.from({ length: cases }, (_none, number) => number);
  await sideBySide(3, numbers, (number) => {
    let damaged: readonly Damaged[] = [];
    const what = {
      toJSON: () => ({ number, damaged: damaged.map(({ file, how }) => `${file}: ${how}`) }),
    };
    return attempt('lost', what, () =>
      check(base, chances(`damaged files ${String(number)}`), (told) => {
        damaged = told;
      }),
    );
  });
}, 600_000);

it('control: a program that begins anew what it can’t read loses it', async () => {
  const base = await used();
  const root = dirname(base.profile);
  const chance = chances('damaged files, the control');
  let lost = 0;
  for (const file of (await filesIn(root)).filter((each) => each.endsWith('.json'))) {
    const { bytes } = await damage(root, file, chance);
    if (bytes === undefined || bytes.length === 0 || isJson(bytes)) continue;
    // What is kept next is written over what was not understood.
    await writeFile(join(root, file), JSON.stringify({ draft: 'next.example.com' }));
    const after = await readFile(join(root, file));
    if (!after.includes(bytes)) lost += 1;
  }
  expectControlToFail('a program that begins anew what it can’t read', lost);
});
