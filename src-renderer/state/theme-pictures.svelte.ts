/**
 * The pictures of the theme that is open. Main reads the addresses out of the theme itself, fetches
 * what may be fetched and tells how it went; here is only when to ask, and what was told.
 */
import type { Picture } from '@shared/bridge/pictures';
import { pictureAddresses, type PicturePlace } from '@shared/theme/pictures';
import { bridge, onEvent } from '../bridge';
import type { OpenThemeState } from './open-theme.svelte';
import { report } from '../ui/report';

/** An address that is being typed is not asked for before it rests, in ms. */
const restMs = 700;

/** A picture that a theme names, and the places that show it. */
export interface NamedPicture extends Picture {
  readonly places: readonly PicturePlace[];
}

/** Made for an open theme and ended with its screen. */
export class ThemePictures {
  readonly #open: OpenThemeState;
  #told = $state.raw<readonly Picture[]>([]);
  readonly #addresses = $derived.by(() =>
    this.#open.theme ? pictureAddresses(this.#open.theme) : {},
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasAsked = false;
  /** Of which addresses main told something by itself, in that order. */
  readonly #tellings: string[] = [];

  /** The pictures that are there, by place. */
  readonly held = $derived.by(() => {
    const held: Partial<Record<PicturePlace, string>> = {};
    for (const [place, address] of this.#named()) {
      const state = this.#toldOf(address)?.state;
      if (state?.kind === 'shown') held[place] = state.id;
    }
    return held;
  });

  /** What main told of the pictures that the theme names now, in the order of the theme. */
  readonly list = $derived.by(() => {
    const named = this.#named();
    return named.flatMap(([, address], at): NamedPicture[] => {
      const picture = this.#toldOf(address);
      const same = named.filter((each) => each[1] === address);
      // Once for all its places, at the first of them.
      if (!picture || same[0] !== named[at]) return [];
      return [{ ...picture, places: same.map(([place]) => place) }];
    });
  });

  /** Changes with the addresses that main has told nothing of: the time to `ask`. */
  readonly unknown = $derived(
    Object.values(this.#addresses)
      .filter((address) => !this.#toldOf(address))
      .join('\n'),
  );

  constructor(open: OpenThemeState) {
    this.#open = open;
  }

  /** Listens to main and to the network. Returns the end. */
  start(): () => void {
    const ends = [
      onEvent('pictures.changed', (picture) => {
        this.#tellings.push(picture.address);
        this.#hear([picture]);
      }),
      onEvent('pictures.cleared', () => this.#show(false)),
    ];
    const online = () => {
      if (this.list.some(({ state }) => state.kind === 'failed')) this.again();
    };
    window.addEventListener('online', online);
    return () => {
      for (const end of ends) end();
      window.removeEventListener('online', online);
      clearTimeout(this.#timer);
    };
  }

  /** Asks main for what is not known: at once when the theme was opened, later while one types. */
  ask(): void {
    clearTimeout(this.#timer);
    if (this.unknown === '') return;
    if (this.#hasAsked) this.#timer = setTimeout(() => this.#show(false), restMs);
    else this.#show(false);
  }

  /** Tries those again that could not be had. */
  again(): void {
    this.#show(true);
  }

  /** Lets a theme from elsewhere show its pictures. */
  allow(): void {
    this.#hearFrom(() => bridge.pictures.allow({ themeId: this.#open.id }));
  }

  #show(again: boolean): void {
    this.#hasAsked = true;
    // What was typed has to be in main before main looks at the theme.
    const asked = this.#open.settled();
    this.#hearFrom(() => asked.then(() => bridge.pictures.show({ themeId: this.#open.id, again })));
  }

  /** Asks main. What came of loading one can be told before the answer that it is being loaded. */
  #hearFrom(ask: () => Promise<readonly Picture[]>): void {
    const { length: askedAt } = this.#tellings;
    const isOver = ({ address, state }: Picture) =>
      state.kind === 'loading' && this.#tellings.includes(address, askedAt);
    ask()
      .then((pictures) => this.#hear(pictures.filter((picture) => !isOver(picture))))
      .catch(report);
  }

  #toldOf(address: string): Picture | undefined {
    return this.#told.find((picture) => picture.address === address);
  }

  #named(): [PicturePlace, string][] {
    return Object.entries(this.#addresses) as [PicturePlace, string][];
  }

  #hear(pictures: readonly Picture[]): void {
    const isNew = ({ address }: Picture) => pictures.every((each) => each.address !== address);
    this.#told = [...this.#told.filter(isNew), ...pictures];
  }
}
