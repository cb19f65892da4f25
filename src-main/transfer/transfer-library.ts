import type { LibrarySnapshot } from '@shared/library';
import type { Theme, ThemeDocument } from '@shared/theme/theme';
import type { RestoreLibrary } from './restore';

/** What this room needs of the library. */
export interface TransferLibrary extends RestoreLibrary {
  list(): Promise<LibrarySnapshot>;
  /** Looks for what the watcher missed, and whether the folder is there. Never rejects. */
  rescan(): Promise<void>;
  whole(id: string): Promise<ThemeDocument>;
  /** What this returns throws once another library has taken the place of this one. */
  assertSame(): () => void;
  addForeign(
    theme: {
      readonly name: string;
      readonly tags: readonly string[];
      readonly theme: Theme;
      readonly picturesWait: boolean;
    },
    assertSame: () => void,
  ): Promise<{ id: string; name: string }>;
}
