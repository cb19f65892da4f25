/** The colours of the picture that was last looked at, at hand for each colour of the theme that it was given to. */
import type { PictureColour } from '../../../features/picture-colours/palette-of';

class PictureColours {
  #list = $state.raw<readonly PictureColour[]>([]);
  #name = $state('');
  #themeId = '';

  /** The commonest first; empty before the first picture. */
  get list(): readonly PictureColour[] {
    return this.#list;
  }

  /** What the picture is called. */
  get name(): string {
    return this.#name;
  }

  /** A theme is open: what another was given is not offered in it. */
  enter(themeId: string): void {
    if (themeId === this.#themeId) return;
    this.#themeId = themeId;
    this.#list = [];
    this.#name = '';
  }

  /** A theme was given a picture; where that took until another was open, nothing comes of it. */
  set(themeId: string, list: readonly PictureColour[], name: string): void {
    if (themeId !== this.#themeId) return;
    this.#list = list;
    this.#name = name;
  }
}

export const pictureColours = new PictureColours();
