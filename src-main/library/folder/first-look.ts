/** How the catalogue is filled at a start, from the index and from files. */
import type { FolderEntry } from '../../storage/storage';
import type { ThemeCard } from '../catalogue/theme-card';
import type { FolderState } from './folder-state';
import type { FolderSync } from './folder-sync';
import type { MoveJournal } from './move-journal';

/** How many files are held in memory at once while many are read. */
const readAtOnce = 200;

/** What the first look needs of a folder. */
interface ListedFolder {
  readonly state: FolderState;
  readonly sync: FolderSync;
  /** Files that a move brought and that had their themes' ids before: another one is a copy. */
  readonly owners: ReadonlySet<string>;
}

/**
 * Takes what lies in the folder into the catalogue. Only the files that the index does not know as
 * they are now are read.
 * @throws StorageError, ProblemError storageNotRead
 */
export async function takeEntries(
  { state, sync, owners }: ListedFolder,
  journal: MoveJournal,
  entries: readonly FolderEntry[],
): Promise<void> {
  const { folder, index, catalogue } = state;
  const isNews = entries.some(({ name, stamp }) => index.find(name, stamp) === undefined);
  const mayDecide = isNews && entries.length > 1;
  const found = mayDecide ? await filesMovedTo(folder.path, journal) : new Set<string>();
  if (found === 'unknown') sync.keepIds();
  const moved = found === 'unknown' ? new Set<string>() : found;
  // What moved here had its id before, whatever lay here already, and whatever the index says of that.
  const turnOf = ({ name }: FolderEntry): number =>
    owners.has(name) ? 0 : moved.has(name) ? 1 : 2;
  for (const turn of [0, 1, 2]) {
    await takeInTurn(
      { state, sync },
      entries.filter((entry) => turnOf(entry) === turn),
    );
  }
  const lost = index.keepOnly(new Set(entries.map((entry) => entry.name)));
  await sync.takeLost(lost);
  catalogue.announce();
}

/** Takes some of the files: first those that the index knows as they are. */
async function takeInTurn(
  { state, sync }: Pick<ListedFolder, 'state' | 'sync'>,
  entries: readonly FolderEntry[],
): Promise<void> {
  const { folder, index, catalogue } = state;
  const unread: FolderEntry[] = [];
  for (const entry of entries) {
    const isInCloud = entry.damage?.reason === 'inCloud';
    const card = isInCloud ? index.lastCardIn(entry.name) : index.find(entry.name, entry.stamp);
    if (isInCloud) takeUnread(state, entry.name, card);
    else if (card === undefined || entry.damage !== undefined) unread.push(entry);
    else if ((catalogue.fileOf(card.id) ?? entry.name) !== entry.name) unread.push(entry);
    else catalogue.put(entry.name, card);
  }
  // Of two files with the same id the one that had it before keeps it, then the one that is the same
  // file under another name, then the older one: a copy may have the first one's time.
  const { inodes } = index;
  unread.sort(
    (one, other) =>
      Number(index.lastIdIn(one.name) === undefined) -
        Number(index.lastIdIn(other.name) === undefined) ||
      Number(!inodes.has(one.stamp.inode)) - Number(!inodes.has(other.stamp.inode)) ||
      one.stamp.modifiedMs - other.stamp.modifiedMs,
  );
  for (let from = 0; from < unread.length; from += readAtOnce) {
    const names = unread.slice(from, from + readAtOnce).map((entry) => entry.name);
    for (const read of await folder.readMany(names)) {
      if (read.state !== 'missing') await sync.takeRead(read);
    }
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
