/** Adds new themes to the library. */
import { freeName } from '@shared/theme/made-names';
import { themeDocumentFormat, type Theme, type ThemeDocument } from '@shared/theme/theme';
import { libraryFileName, newId, storageProblemError } from '../../storage/storage';
import type { LibraryFolder } from '../folder/library-folder';
import type { LibraryTurns } from '../folder/library-turns';
import { writeThemeFile } from '../folder/theme-file';
import { contentOf, type HistoryKeeper } from '../history/history-keeper';

/** A theme that came from elsewhere. */
export interface ImportedTheme {
  readonly name: string;
  readonly tags: readonly string[];
  readonly theme: Theme;
  /** Its pictures are not to be fetched until a person allows it. */
  readonly picturesWait: boolean;
}

/** What adding themes needs of the library. */
export interface ThemeAddingParts {
  readonly folder: LibraryFolder;
  readonly keeper: HistoryKeeper;
  /** Themes are added in their turn. */
  readonly turns: LibraryTurns;
  readonly now: () => Date;
}

/** Puts new themes in the library. */
export class ThemeAdding {
  readonly #parts: ThemeAddingParts;
  readonly #folder: LibraryFolder;

  constructor(parts: ThemeAddingParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
  }

  /**
   * Adds a theme; resolves with its id when it is on the disk. `assertSame` is of the library that is meant.
   * @throws ProblemError libraryReplaced, storage…
   */
  async add(
    name: string,
    isChosen: boolean,
    theme: Theme,
    tags: readonly string[],
    assertSame: () => void,
  ): Promise<string> {
    return this.#parts.turns.ofLibrary(async () => {
      const id = await this.addDocument(
        this.#newDocument(isChosen ? name : this.freeName(name), tags, theme),
      );
      this.#folder.state.catalogue.announce();
      return id;
    }, assertSame);
  }

  /** Adds a theme from elsewhere under a free name. @throws ProblemError libraryReplaced, storage… */
  async addImported(
    imported: ImportedTheme,
    assertSame?: () => void,
  ): Promise<{ id: string; name: string }> {
    return this.#parts.turns.ofLibrary(async () => {
      const name = this.freeName(imported.name);
      const id = await this.addImportedDocument({
        ...this.#newDocument(name, imported.tags, imported.theme),
        ...(imported.picturesWait ? { picturesWait: true } : {}),
      });
      this.#folder.state.catalogue.announceSoon();
      return { id, name };
    }, assertSame);
  }

  /** The name, or the first like it that no theme has. */
  freeName(name: string): string {
    return freeName(name, (each) => this.#folder.state.catalogue.hasName(each));
  }

  /** Writes a new document; resolves with its id. To be called in turn. @throws ProblemError */
  async addDocument(document: ThemeDocument): Promise<string> {
    const { folder } = this.#folder.current;
    const { id, name } = document;
    const file = libraryFileName(name, id, (each) => this.#folder.state.catalogue.hasFile(each));
    const path = this.#folder.state.pathOf(file);
    try {
      const result = await folder.write(file, writeThemeFile(document, path), 'absent');
      const written = result.outcome === 'written' ? file : result.conflictName;
      this.#folder.state.putWritten(written, document);
    } catch (error) {
      throw storageProblemError(error, path);
    }
    return id;
  }

  /** The same for one that came from a file, or is a copy: what it came as can be had back after edits. */
  async addImportedDocument(
    document: ThemeDocument,
    reason: 'imported' | 'duplicated' = 'imported',
  ): Promise<string> {
    const id = await this.addDocument(document);
    await this.#parts.keeper.keepQuietly(id, { content: contentOf(document), reason });
    return id;
  }

  #newDocument(name: string, tags: readonly string[], theme: Theme): ThemeDocument {
    return {
      format: themeDocumentFormat,
      id: newId(),
      name,
      tags: [...tags],
      updatedAt: this.#parts.now().toISOString(),
      publications: {},
      theme,
    };
  }
}
