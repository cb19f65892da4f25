/** A theme while it is open: its document in memory, undo, and saving. */
import { join } from 'node:path';
import type { SaveState } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import {
  timesByTemplate,
  timesUnlinkedFrom,
  type Publication,
  type ThemeDocument,
} from '@shared/theme/theme';
import {
  retriedStorageProblem,
  contentHash,
  TaskQueue,
  type ContentHash,
  type DocumentFolder,
} from '../../storage/storage';
import { withLinkOf, type Links } from '../catalogue/merged-links';
import { isWritable, writeThemeFile, type ShownTheme } from '../folder/theme-file';
import { editTime } from './edit-time';
import { SaveTimer, type SavePace } from './save-timer';
import { undoableOf, type ThemeContent, type Undoable } from './theme-content';
import { placesIn } from './theme-patch';
import { typing, type Play } from './theme-play';
import { UnsettledConflicts, type SaveConflict } from './unsettled-conflicts';
import type { UndoHistory } from './undo-history';

/** What the library gives to each theme that is open. */
export interface ThemeSessionHost {
  /** Where it is saved now: the library's folder may have another name since it was opened. */
  readonly folder: () => DocumentFolder;
  readonly pace: SavePace;
  readonly now: () => Date;
  /** The document or its save state changed. */
  readonly changed: (theme: ThemeSession, what: 'document' | 'save') => void;
  /** What it holds is about to give way to what someone else wrote. */
  readonly overwritten: (theme: ThemeSession, after: ThemeContent) => void;
  /** It is closed. */
  readonly ended: (theme: ThemeSession) => void;
  /** Settles a conflict by `moveTo` or `takeOver`; must not throw. */
  readonly conflicted: (theme: ThemeSession, conflict: SaveConflict) => Promise<void>;
}

/** Where a theme lies and what it held when it was read. */
export interface ThemeOrigin {
  readonly file: string;
  readonly hash: ContentHash;
  readonly document: ShownTheme;
}

/** What a theme brings along from when it was open before. */
export interface EarlierSession {
  /** With which it begins: none comes twice. */
  readonly version: number;
  readonly undo: UndoHistory<Undoable>;
}

/**
 * A theme that is open: its document in memory, which is ahead of the disk between an edit and its
 * save, its undo steps, and the truth about its save.
 */
export class ThemeSession {
  readonly id: string;
  /** Its steps of undo. */
  readonly history: UndoHistory<Undoable>;
  readonly #host: ThemeSessionHost;
  readonly #saves = new TaskQueue();
  readonly #timer: SaveTimer;
  readonly #settle: (conflict: SaveConflict) => Promise<void>;
  #file: string;
  #hash: ContentHash;
  /** The links that it has there. */
  #filedLinks: ThemeDocument['publications'];
  /** Of what is being written just now: the disk may have it already. */
  #writing: ContentHash | undefined;
  /** The newest version that `saveAtOnce` has written. */
  #atOnceVersion = -1;
  #document: ShownTheme;
  #version: number;
  #savedVersion: number;
  readonly #conflicts = new UnsettledConflicts();
  #save: SaveState;
  /** `held`: what becomes of it is being decided, and it takes no edit until it is released. */
  #state: 'open' | 'held' | 'closed' = 'open';

  constructor(host: ThemeSessionHost, origin: ThemeOrigin, { version, undo }: EarlierSession) {
    this.#host = host;
    this.history = undo;
    this.id = origin.document.id;
    this.#file = origin.file;
    this.#hash = origin.hash;
    this.#filedLinks = origin.document.publications;
    this.#document = origin.document;
    this.#version = version;
    this.#savedVersion = version;
    this.#save = { kind: 'saved', at: origin.document.updatedAt };
    this.#settle = (conflict) => host.conflicted(this, conflict);
    this.#timer = new SaveTimer(host.pace, () => {
      void this.saveNow();
    });
  }

  get file(): string {
    return this.#file;
  }

  /** Of what lies on the disk, as far as we know. */
  get hash(): ContentHash {
    return this.#hash;
  }

  /** The links of what lies on the disk, as far as we know. */
  get filedLinks(): ThemeDocument['publications'] {
    return this.#filedLinks;
  }

  get document(): ShownTheme {
    return this.#document;
  }

  /** A newer Foyer wrote it: it is shown, and nothing can be written in its place. */
  get isReadOnly(): boolean {
    return !isWritable(this.#document);
  }

  /** Grows by one with each change of the document. */
  get version(): number {
    return this.#version;
  }

  get save(): SaveState {
    return this.#save;
  }

  /** Whether its file may not hold it: others' change of that is not taken over then. */
  get isUnsaved(): boolean {
    return !this.#isWritten || this.#conflicts.isAny;
  }

  /** Whether it lies on the disk, in its file or beside it. */
  get #isWritten(): boolean {
    return this.#savedVersion === this.#version;
  }

  get canUndo(): boolean {
    return this.history.canUndo && !this.isReadOnly;
  }

  get canRedo(): boolean {
    return this.history.canRedo && !this.isReadOnly;
  }

  /** The places that the next undo changes, as `OpenTheme` names them. */
  get undoes(): string[] {
    return placesIn(this.history.nextUndo);
  }

  /** The places that the next redo changes. */
  get redoes(): string[] {
    return placesIn(this.history.nextRedo);
  }

  /** Changes the content at once; the disk follows. Nothing happens where nothing differs. */
  edit(change: (content: ThemeContent) => ThemeContent, gesture?: string): void {
    this.play(typing(change, gesture));
  }

  /** Plays it on the content and the steps. @throws ProblemError nothingToUndo; as `checkWritable` */
  play(step: Play): void {
    const before = undoableOf(this.#writable());
    const after = step(before, this.history);
    if (after === undefined) throw new ProblemError({ code: 'nothingToUndo' });
    if (after !== before) this.#setContent(after);
  }

  /** Notes what a service holds, or that it holds nothing; no step of undo. */
  setPublication(key: string, publication: Publication | undefined): void {
    const document = this.#writable();
    const { [key]: _before, ...others } = document.publications;
    const publications = publication ? { ...document.publications, [key]: publication } : others;
    this.#setDocument({ ...document, publications });
  }

  /** Its pictures wait no longer; no step of undo. */
  allowPictures(): void {
    if (this.#document.picturesWait === undefined) return;
    const { picturesWait: _waited, ...document } = this.#writable();
    this.#setDocument(document);
  }

  /** Its pictures came from elsewhere and wait to be allowed; no step of undo. */
  holdPictures(): void {
    if (this.#document.picturesWait === true) return;
    this.#setDocument({ ...this.#writable(), picturesWait: true });
  }

  /** A person takes it from the template that it has at a place, which stays as it is; no step of undo. */
  unlink(key: string): void {
    const { publications } = this.#document;
    // Of one that its file doesn't tell yet, it isn't known which.
    const templateId = Object.hasOwn(publications, key)
      ? (publications[key]?.templateId ?? '')
      : '';
    this.setPublication(key, undefined);
    const document = this.#writable();
    const times = {
      ...timesByTemplate(document, key),
      [templateId]: timesUnlinkedFrom(document, key, templateId) + 1,
    };
    this.#setDocument({ ...document, unlinked: { ...document.unlinked, [key]: times } });
  }

  /** Has other links, and was unlinked so often, from now on; no step of undo. */
  setLinks({ publications, unlinked }: Links): void {
    this.#setDocument({ ...this.#writable(), publications, ...(unlinked && { unlinked }) });
  }

  /** A link is as it was before what the disk refused of it, beside the edits since; no step of undo. */
  takeBackLink(key: string, before: Links): void {
    if (this.#state === 'open') this.setLinks(withLinkOf(before, key, this.#document));
  }

  /** It is a theme of its own from now on; no step of undo. */
  endConflict(): void {
    const { conflictOf: _ended, ...document } = this.#writable();
    this.#setDocument(document);
  }

  /**
   * Takes over what someone else wrote. It is a step of undo, so that what was here can be had
   * back. `links` are those that it has then; where those are others than its file's, they are saved.
   */
  takeOver(document: ThemeDocument, hash: ContentHash, links: Links = document): void {
    const after = undoableOf({ ...document, publications: links.publications });
    // What only changed for the services is no step, and ends no redo.
    if (this.history.record(undoableOf(this.#document, links), after)) {
      this.#host.overwritten(this, after);
    }
    this.#hash = hash;
    this.#filedLinks = document.publications;
    this.#document = document;
    this.#version += 1;
    this.#conflicts.clear();
    this.#markSaved();
    const { publications, unlinked } = document;
    if (links.publications === publications && links.unlinked === unlinked)
      this.#host.changed(this, 'document');
    else this.setLinks(links);
  }

  /** The document lies in another file from now on; its content there is the one last saved. */
  moveTo(file: string, hash: ContentHash): void {
    this.#file = file;
    this.#hash = hash;
  }

  /** Runs while nothing of it is being written: what its file is can be changed then. */
  betweenSaves<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#saves.run(task);
  }

  /** Writes what is unsaved now and waits for it; how it ended is in `save`. Never rejects. */
  saveNow(): Promise<void> {
    return this.#saves.run(() => this.#write());
  }

  /**
   * Writes what is unsaved before it returns, for the moment in which the system ends the app; how
   * it ended is in `save`. Where someone else has changed the file, ours lies beside it then.
   */
  saveAtOnce(): void {
    if (this.#isWritten) return;
    const path = join(this.#host.folder().path, this.#file);
    const expected = this.#writing === undefined ? [this.#hash] : [this.#hash, this.#writing];
    try {
      const text = writeThemeFile(this.ofThisFormat(), path);
      const result = this.#host.folder().writeAtOnce(this.#file, text, expected);
      this.#savedVersion = this.#version;
      if (result.outcome === 'written') {
        this.#hash = result.hash;
        this.#filedLinks = this.#document.publications;
        this.#atOnceVersion = this.#version;
      } else {
        // Settled only where the system goes on after all; its file is there in any case.
        void this.#saves.run(this.#conflicts.add(result, this.#settle));
      }
      this.#markSaved();
    } catch (error) {
      this.#save = { kind: 'failed', problem: retriedStorageProblem(error, path) };
      this.#timer.retryLater();
    }
    this.#host.changed(this, 'save');
  }

  /** Like `saveNow`, but throws the problem when it isn't on the disk afterwards. */
  async saveOrThrow(): Promise<void> {
    await this.saveNow();
    if (this.#save.kind === 'failed') throw new ProblemError(this.#save.problem);
  }

  /**
   * Takes no change until it is released: it is about to leave, and an edit that were accepted now
   * would be lost. To be called when nothing is unsaved.
   */
  hold(): void {
    if (this.#state === 'open') this.#state = 'held';
  }

  /** It stays, and takes changes again. */
  release(): void {
    if (this.#state === 'held') this.#state = 'open';
  }

  /** No timer and no event any more, and no change; a save that runs is not stopped. */
  close(): void {
    this.#state = 'closed';
    this.#timer.close();
    this.#host.ended(this);
  }

  /** @throws ProblemError notFound: it is closed, or about to be; themeReadOnly */
  checkWritable(): void {
    this.#writable();
  }

  /** What a change begins with. @throws as `checkWritable` */
  #writable(): ThemeDocument {
    if (this.#state !== 'open') throw new ProblemError({ code: 'notFound', what: 'theme' });
    return this.ofThisFormat();
  }

  /** The document for a writer, which takes no other. @throws ProblemError themeReadOnly */
  ofThisFormat(): ThemeDocument {
    if (isWritable(this.#document)) return this.#document;
    throw new ProblemError({ code: 'themeReadOnly', name: this.#document.name });
  }

  #setContent(content: Undoable): void {
    const present = this.ofThisFormat();
    const updatedAt = editTime(present.updatedAt, this.#host.now());
    this.#setDocument({ ...present, ...content, updatedAt });
  }

  #setDocument(document: ThemeDocument): void {
    this.#document = document;
    this.#version += 1;
    this.#save = { kind: 'saving' };
    this.#timer.saveLater();
    this.#host.changed(this, 'document');
  }

  async #write(): Promise<void> {
    this.#timer.clear();
    if (this.#isWritten) return;
    const version = this.#version;
    const path = join(this.#host.folder().path, this.#file);
    let isSettled = false;
    this.#setSave({ kind: 'saving' });
    try {
      const document = this.ofThisFormat();
      const text = writeThemeFile(document, path);
      this.#writing = contentHash(text);
      const result = await this.#host.folder().write(this.#file, text, this.#hash);
      this.#timer.succeeded();
      if (this.#atOnceVersion > version) {
        // The system was about to end meanwhile, and wrote our own newer one at once.
        if (result.outcome === 'conflict') {
          await this.#host.folder().remove(result.conflictName, result.hash);
        } else {
          // Which of the two came last can't be told from here.
          this.#savedVersion = version;
          this.saveAtOnce();
        }
      } else {
        this.#savedVersion = version;
        if (result.outcome === 'written') {
          this.#hash = result.hash;
          this.#filedLinks = document.publications;
        } else {
          await this.#conflicts.add(result, this.#settle)();
          isSettled = true;
        }
      }
    } catch (error) {
      this.#setSave({ kind: 'failed', problem: retriedStorageProblem(error, path) });
      this.#timer.retryLater();
      return;
    } finally {
      this.#writing = undefined;
    }
    // What settling a conflict has changed is part of this save.
    if (isSettled && !this.#isWritten && this.#state !== 'closed') return this.#write();
    if (this.#isWritten) this.#markSaved();
    this.#host.changed(this, 'save');
  }

  #markSaved(): void {
    this.#savedVersion = this.#version;
    this.#timer.clear();
    this.#save = { kind: 'saved', at: this.#host.now().toISOString() };
  }

  #setSave(save: SaveState): void {
    if (save.kind === this.#save.kind && save.kind === 'saving') return;
    this.#save = save;
    this.#host.changed(this, 'save');
  }
}
