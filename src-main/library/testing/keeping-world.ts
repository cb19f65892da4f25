/**
 * A library on a disk in memory, in virtual time, with other programs that write to its folder. The test that
 * uses it puts `memory-disk-calls` in place of the disk.
 */
import { join } from 'node:path';
import type { OpenTheme, ThemeSummary } from '@shared/library';
import { storedFormats } from '@shared/stored-formats';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { memoryDisk as disk, type Entry } from '../../testing/memory-disk';
import { killed, MemoryWorld } from '../../testing/memory-world';
import type { VirtualTime } from '../../testing/virtual-time';
import { createLibrary, largestThemeFile, type Library } from '../library';
import { testNames } from './fixture-names';
import { KeepingModel, type Content } from './keeping-model';

const root = '/world';
export const themesFolder = join(root, 'themes');
const awayFolder = join(root, 'elsewhere');
const profileFolder = join(root, 'profile');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The content that is marked: the mark is in a field that everything shows. */
export function contentOf({
  name,
  tags,
  theme,
}: Pick<ThemeSummary | OpenTheme, 'name' | 'tags' | 'theme'>): Content {
  const { font } = theme.general;
  return { mark: /^m\d+m$/u.test(font) ? font : '', name, tags: tags.join(',') };
}

/** Where the library may lie. */
export const places = [
  themesFolder,
  join(root, 'themes-on-a-disk'),
  join(root, 'synced', 'themes'),
];
const isPlace = (path: string): boolean => places.includes(path);

export class KeepingWorld extends MemoryWorld {
  /** Where the library lies, as the preferences have it. */
  place = themesFolder;
  readonly model = new KeepingModel();
  library!: Library;
  #marks = 0;
  /** Files that others took away or kept. */
  readonly aside: { name: string; bytes: Buffer }[] = [];

  constructor(time: VirtualTime, seed: number) {
    super(time, seed);
    for (const folder of [...places, profileFolder]) disk.makeFolder(folder, true);
  }

  nextMark(): string {
    this.#marks += 1;
    return `m${String(this.#marks)}m`;
  }

  async start(): Promise<void> {
    const library = createLibrary({
      folder: openDocumentFolder(this.place, { maxBytes: largestThemeFile }),
      mayUse: isPlace,
      movedTo: (folder) => {
        if (disk.isKilled) throw new Error('killed');
        this.place = folder;
      },
      profileFolder,
      startersFolder: join(root, 'starters'),
      names: testNames,
      connections: () => [],
      now: () => new Date(),
      log,
    });
    library.onThemeChange((theme) => {
      if (theme.save.kind !== 'saved' || disk.isKilled) return;
      const content = contentOf(theme);
      this.model.isShownSaved(theme.id, content, this.#isOnDisk(theme.id, content));
    });
    this.library = library;
    // One whose folder is away, or whose disk refuses, starts later.
    await this.asked(library.start());
  }

  /** Whether Foyer ended with everything on the disk. */
  async quit(): Promise<void> {
    const unsaved = await this.done(this.library.flush());
    if (!disk.isKilled) this.library.close();
    await this.settle();
    const isKilled = disk.isKilled || disk.isIll || this.model.isFolderAway || unsaved === killed;
    this.end(isKilled || unsaved.length > 0);
  }

  end(isKilled: boolean): void {
    this.note('ended', { isKilled });
    disk.kill();
    this.time.forgetTimers();
    this.model.ended(isKilled, this.isSomewhere());
  }

  async startAgain(): Promise<void> {
    await this.bury();
    await this.start();
  }

  /** All that has been told is taken in, and the watcher has seen what others did. */
  async rest(): Promise<void> {
    await this.settle();
    await this.done(this.library.rescan());
    // What the disk refused is tried again after a minute at the latest.
    await this.time.pass(this.model.isDisturbed ? 130_000 : 2_000, () => this.settle());
    await this.done(this.library.rescan());
    await this.settle();
  }

  /** Holds what is shown against what was accepted. */
  async look(): Promise<void> {
    await this.rest();
    if (disk.isKilled || this.model.isFolderAway || disk.isIll) return;
    const list = await this.done(this.library.handlers.list(undefined));
    const bin = await this.done(this.library.handlers.bin(undefined));
    if (list === killed || bin === killed || list.folderProblem) return;
    const themes = list.themes.map((each) => ({
      ...{ id: each.id, isConflict: each.conflictOf !== undefined, ...contentOf(each) },
    }));
    const binned = bin.themes.map(({ entry, theme }) => ({
      entry,
      mark: theme?.general.font ?? '',
    }));
    this.note('shown', { themes, binned });
    this.model.shows(
      themes,
      binned.map((each) => ({ ...each, mark: each.mark.startsWith('m') ? each.mark : '' })),
      this.isSomewhere(),
    );
    for (const { id, version, mark } of this.model.versions) {
      const content = await this.done(this.library.handlers.version({ id, version }));
      if (content === killed) return;
      const { font } = content.theme.general;
      if (mark !== '' && font !== mark) this.model.wrong.push(`version ${mark} is ${font}`);
    }
  }

  /** Whether a mark is anywhere on the disk, as it is now. */
  isSomewhere(): (mark: string) => boolean {
    const texts = [...this.#texts(disk.folder(root), '')];
    return (mark) => mark === '' || texts.some((text) => text.includes(`"${mark}`));
  }

  /** What lies on the disk but for the indexes. */
  *#texts(folder: Entry & { kind: 'folder' }, path: string): Iterable<string> {
    for (const [name, entry] of folder.inside) {
      if (entry.kind === 'folder') yield* this.#texts(entry, `${path}/${name}`);
      else if (!name.includes('index')) yield entry.bytes.toString();
    }
  }

  #isOnDisk(id: string, content: Content): boolean {
    const folder = this.model.isFolderAway ? awayFolder : this.place;
    return this.files(folder).some(({ document }) => {
      if (document?.id !== id) return false;
      const { mark, name, tags } = contentOf(document);
      return mark === content.mark && name === content.name && tags === content.tags;
    });
  }

  // Other programs.

  /** The theme files that lie there. */
  files(folder = this.place): { name: string; bytes: Buffer; document?: ThemeDocument }[] {
    const found = disk.find(folder);
    if (found?.kind !== 'folder') return [];
    return [...found.inside].flatMap(([name, entry]) => {
      if (entry.kind !== 'file' || !name.endsWith('.json') || name.startsWith('.')) return [];
      const { bytes } = entry;
      try {
        return [{ name, bytes, document: JSON.parse(bytes.toString()) as ThemeDocument }];
      } catch {
        // A file that is none of ours.
        return [{ name, bytes }];
      }
    });
  }

  put(name: string, bytes: Buffer): void {
    const path = join(this.place, name);
    const entry = disk.open(path, 'w');
    if (entry.kind === 'file') disk.write(path, entry, bytes);
  }

  take(name: string): void {
    disk.unlink(join(this.place, name));
  }

  rename(from: string, to: string): void {
    disk.rename(join(this.place, from), join(this.place, to));
  }

  /** The folder's disk is unplugged, or there again. */
  plug(isThere: boolean): void {
    if (isThere === !this.model.isFolderAway) return;
    if (isThere) disk.rename(awayFolder, this.place);
    else disk.rename(this.place, awayFolder);
    this.model.isFolderAway = !isThere;
  }

  /** A theme from elsewhere, with content of its own. */
  foreign(): ThemeDocument {
    const mark = this.nextMark();
    const theme = newTheme();
    return {
      ...{ format: storedFormats.theme, id: `0199-${mark}`, name: `theirs ${mark}`, tags: [] },
      ...{ updatedAt: new Date().toISOString(), publications: {} },
      theme: { ...theme, general: { ...theme.general, font: mark } },
    };
  }
}
