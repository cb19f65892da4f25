/** How the catalogue is filled at a start, from the index and from files. */
import {
  StorageError,
  type DocumentFolder,
  type FolderEntry,
  type TaskQueue,
} from '../../storage/storage';
import type { Bin } from '../bin/bin';
import type { ThemeCard } from '../catalogue/theme-card';
import type { FolderState } from './folder-state';
import type { FolderSync } from './folder-sync';
import type { TheirRead } from './found-files';
import type { LastSeen } from './library-index';
import type { MoveJournal } from './move-journal';
import { likeliestFirst, type OwnFileCandidate } from './own-file';
import { shownThemeIn } from './theme-file';

/** How many files are held in memory at once while many are read. */
const readAtOnce = 200;

/** A file in which a theme is that was last seen in another. */
interface MovedFile extends OwnFileCandidate {
  readonly name: string;
}

/** What the first look needs of a folder. */
interface ListedFolder {
  readonly state: FolderState;
  readonly sync: FolderSync;
  /** Files that a move brought and that had their themes' ids before: another one is a copy. */
  readonly owners: ReadonlySet<string>;
}

/** What the profile says of themes that were moved or deleted. */
interface MovedAndDeleted {
  readonly journal: MoveJournal;
  readonly bin: Pick<Bin, 'hasDeleted'>;
}

type HasDeleted = ReturnType<Bin['hasDeleted']>;

/**
 * Whether another, empty folder lies in the place of the library's: its disk is not mounted. Where it
 * is the same as before, others took the files away; what Foyer deleted is not missed. While what was there can't be
 * read, it may have been anything.
 */
async function isAway(state: FolderState, hasDeleted: HasDeleted): Promise<boolean> {
  const { folder, index } = state;
  if (index.isAt(folder.place())) return false;
  if (index.isRefused) return true;
  for (const each of index.lastSeen().values()) {
    if ((await isDeleted(each, index, hasDeleted)) === 'no') return true;
  }
  return false;
}

/** Whether Foyer deleted a theme: killed right after that, it could not note it in the index. */
function isDeleted(
  { card, file, stamp }: LastSeen,
  { seenIn }: FolderState['index'],
  hasDeleted: HasDeleted,
): ReturnType<HasDeleted> {
  return hasDeleted({ id: card.id, file, folder: seenIn, changedMs: stamp.changedMs });
}

/**
 * Takes what lies in the folder into the catalogue. Only the files that the index does not know as
 * they are now are read.
 * @throws StorageError `missing` where the library's disk is not there; ProblemError storageNotRead
 */
export async function takeEntries(
  { state, sync, owners }: ListedFolder,
  { journal, bin }: MovedAndDeleted,
  entries: readonly FolderEntry[],
): Promise<void> {
  const { folder, index, catalogue } = state;
  const hasDeleted = bin.hasDeleted();
  if (entries.length === 0 && (await isAway(state, hasDeleted))) {
    throw new StorageError('missing', folder.path);
  }
  index.notePlace(folder.place());
  const isNews = entries.some(({ name, stamp }) => index.find(name, stamp) === undefined);
  const mayDecide = isNews && entries.length > 1;
  const found = mayDecide ? await filesMovedTo(folder.path, journal) : new Set<string>();
  if (found === 'unknown') sync.keepIds();
  const moved = found === 'unknown' ? new Set<string>() : found;
  // What moved here had its id before, whatever lay here already, and whatever the index says of that.
  const turnOf = ({ name }: FolderEntry): number =>
    owners.has(name) ? 0 : moved.has(name) ? 1 : 2;
  for (const turn of [0, 1, 2]) {
    await takeTurn(
      { state, sync },
      entries.filter((entry) => turnOf(entry) === turn),
    );
  }
  const lost: LastSeen[] = [];
  for (const each of index.keepOnly(new Set(entries.map(nameOf)))) {
    const is = await isDeleted(each, index, hasDeleted);
    if (is === 'no') lost.push(each);
    else if (is === 'yes') index.endMissing(each.card.id);
    // What it was at the last, the bin may know.
    else index.missAll(new Map([[each.card.id, undefined]]));
  }
  await sync.takeLost(lost);
  catalogue.announce();
}

/** Takes some of the files: first those that the index knows as they are. */
async function takeTurn(
  { state, sync }: Pick<ListedFolder, 'state' | 'sync'>,
  entries: readonly FolderEntry[],
): Promise<void> {
  const { folder, index, catalogue } = state;
  const unread: FolderEntry[] = [];
  for (const entry of entries) {
    const isInCloud = entry.damage?.reason === 'inCloud';
    const card = isInCloud ? index.lastIn(entry.name)?.card : index.find(entry.name, entry.stamp);
    if (isInCloud) takeUnread(state, entry.name, card);
    else if (card === undefined || entry.damage !== undefined) unread.push(entry);
    else if ((catalogue.fileOf(card.id) ?? entry.name) !== entry.name) unread.push(entry);
    else catalogue.put(entry.name, card);
  }
  unread.sort((one, other) => one.stamp.modifiedMs - other.stamp.modifiedMs);
  // Of files with the same id the one that had it before keeps it, then the likeliest.
  const lastSeen = index.lastSeen();
  const moved = new Map<string, MovedFile[]>();
  await readEach(folder, unread.map(nameOf), async (reads) => {
    const others: TheirRead[] = [];
    for (const read of reads) {
      const document = read.state === 'ok' ? shownThemeIn(read.text) : undefined;
      const isMoved =
        document !== undefined &&
        lastSeen.has(document.id) &&
        index.lastIn(read.name)?.card.id !== document.id;
      if (read.state !== 'ok' || !isMoved) others.push(read);
      else {
        const { name, hash, stamp } = read;
        const file = { name, hash, stamp, updatedAt: document.updatedAt };
        moved.set(document.id, [...(moved.get(document.id) ?? []), file]);
      }
    }
    await sync.takeReads(others);
  });
  const likeliest = [...moved].flatMap(([id, files]) =>
    files.sort(likeliestFirst(lastSeen.get(id))).map(nameOf),
  );
  await readEach(folder, likeliest, (reads) => sync.takeInOrder(reads));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Judges again what was taken before the index could be read, where that says more of it now. Never rejects. */
export async function judgeAgain(
  of: Pick<ListedFolder, 'state' | 'sync'>,
  turns: TaskQueue,
): Promise<void> {
  await of.state.index.readAgain();
  await takeInTurn(of, of.sync.putOverFiles, turns);
}

/** Takes over what these files hold, each part of them in its turn. */
export function takeInTurn(
  { state, sync }: Pick<ListedFolder, 'state' | 'sync'>,
  files: readonly string[],
  turns: TaskQueue,
): Promise<void> {
  return readEach(state.folder, files, (reads) => turns.run(() => sync.takeReads(reads)));
}

/** Reads files that are there, a part of them at a time: what is not taken is not held. */
async function readEach(
  folder: DocumentFolder,
  names: readonly string[],
  take: (reads: readonly TheirRead[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < names.length; from += readAtOnce) {
    const reads = await folder.readMany(names.slice(from, from + readAtOnce));
    await take(reads.filter((read) => read.state !== 'missing'));
  }
}

/** Shows a file that is only in the cloud, without downloading it. */
function takeUnread(state: FolderState, file: string, card: ThemeCard | undefined): void {
  const { catalogue } = state;
  if (card !== undefined && catalogue.card(card.id) === undefined) catalogue.put(file, card);
  else catalogue.markUnreadable(file, { code: 'fileInCloud', path: state.pathOf(file) });
}

/**
 * The files that a move brought here, or found the same of here, as long as it has not ended;
 * `unknown` where a newer Foyer moves.
 * @throws ProblemError storageNotRead
 */
async function filesMovedTo(
  folder: string,
  journal: MoveJournal,
): Promise<ReadonlySet<string> | 'unknown'> {
  const move = await journal.read();
  if (move === 'unknown') return move;
  if (move?.to !== folder) return new Set();
  return new Set([...move.files, ...move.kept].map(({ target }) => target));
}
