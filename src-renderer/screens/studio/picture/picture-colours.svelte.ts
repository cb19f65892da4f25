/** The colours of the picture that was last looked at, at hand for every theme while the app runs. */
import type { PictureColour } from '../../../features/picture-colours/palette-of';

class PictureColours {
  #list = $state.raw<readonly PictureColour[]>([]);
  #name = $state('');

  /** The commonest first; empty before the first picture. */
  get list(): readonly PictureColour[] {
    return this.#list;
  }

  /** What the picture is called. */
  get name(): string {
    return this.#name;
  }

  set(list: readonly PictureColour[], name: string): void {
    this.#list = list;
    this.#name = name;
  }
}

export const pictureColours = new PictureColours();
