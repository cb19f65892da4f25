/**
 * What must hold of publishing, whatever a person, the disk, the service and the clock do. It knows what a
 * person asked for and what arrived at the services, and nothing of how Foyer does it.
 */
import { clientIdsHost, type Arrival, type Kept } from './model-service';

/** A version that is asked for, through which connections: those that were named at once. */
interface Wish {
  readonly version: number;
  connections: string[];
}

/** What is known of a theme at a place. */
interface Known {
  /** The version that was asked for last, and is to be there in the end. */
  wish: Wish | undefined;
  /** It is being asked for; nobody was told that it is. */
  coming: Wish | undefined;
  /** The version that is there by the service's answer to the last save. */
  there: number | undefined;
  /** A version was there, by its answers. */
  wasThere: boolean;
  /** It was asked for again while its answer was being noted, or Foyer was killed: it may go once more. */
  mayRepeat: boolean;
  /** What may come back at the next start: the disk was not known to have its end when Foyer ended. */
  readonly ghosts: Set<number>;
  /** Saves that may have arrived since the last that did, or that a person decided about. */
  unsure: number;
  /** A first save that may have made something there. */
  first: Arrival | undefined;
  /** A person's words since the last save that arrived, each of which allows one more. */
  words: number;
  /** Foyer was killed, maybe between writing that down and the leaving. */
  mayBeInDoubt: boolean;
  /** The version of the last of those. */
  unsureVersion: number;
  /** What is there is by a person's word, and not by the service's. */
  isByWord: boolean;
  /** Templates that a person said are not there, or of no interest. */
  readonly disowned: Set<string>;
  last: { at: number; acts: number; version: number; token: string } | undefined;
  /** The service lost what the last save left there. */
  isLost: boolean;
  /** Tokens that were not allowed (403) what is asked for, since a person's last word about it. */
  readonly notAllowed: Set<string>;
}

/** What the window shows of a theme and a connection. */
export interface Shown {
  readonly theme: string;
  readonly connection: string;
  readonly place: string;
  readonly delivery: string;
  readonly relation: string;
  readonly templateId: string | undefined;
  /** The version that is in the library. */
  readonly version: number;
}

/** How often a later save is sent whose end is not known: once, and once more unasked. */
const unsureAtMost = 2;

/** Whether what is asked for is what may be there. */
const isOfDoubt = ({ wish, unsureVersion }: Known): boolean => wish?.version === unsureVersion;

export class PublishModel {
  readonly #known = new Map<string, Known>();
  /** What was not as it must be. */
  readonly wrong: string[] = [];
  isPaused = false;
  /** Which library is open, and which one was, until when: what was asked for in another one waits. */
  readonly #open = new Map([['themes', Infinity]]);
  /** Themes that are in the bin. */
  readonly deleted = new Set<string>();
  /** Where each connection leads, its token, and those that a save may have got that is just leaving. */
  readonly connections = new Map<string, { token: string; place: string; before: string[] }>();
  /** Addresses at which the service is known to keep the ids of clients. */
  keepsIds: (place: string) => boolean = () => false;
  /** Until when an address asked to wait, and since which of a person's acts. */
  readonly #asked = new Map<string, { at: number; until: number; acts: number; number: number }>();
  /** Connections whose token was refused, since which of a person's acts. */
  readonly #refused = new Map<string, { token: string; acts: number; at: number }>();
  /** How often anything happened after which more may be tried at once. */
  acts = 0;

  of(theme: string, place: string): Known {
    const key = `${theme} ${place}`;
    const found = this.#known.get(key);
    if (found) return found;
    const made: Known = {
      ...{
        wish: undefined,
        coming: undefined,
        there: undefined,
        wasThere: false,
        mayRepeat: false,
        isLost: false,
        ghosts: new Set<number>(),
      },
      ...{
        unsure: 0,
        unsureVersion: 0,
        mayBeInDoubt: false,
        isByWord: false,
        first: undefined,
        words: 0,
        disowned: new Set<string>(),
        last: undefined,
        notAllowed: new Set<string>(),
      },
    };
    this.#known.set(key, made);
    return made;
  }

  all(): [theme: string, place: string, known: Known][] {
    return [...this.#known].map(([key, known]) => {
      const [theme = '', ...place] = key.split(' ');
      return [theme, place.join(' '), known];
    });
  }

  /** Whether it waits, or may have arrived. */
  isUnsettled(theme: string, place: string): boolean {
    const { wish, there, unsure, mayBeInDoubt } = this.of(theme, place);
    return (wish !== undefined && wish.version !== there) || unsure > 0 || mayBeInDoubt;
  }

  /** Whether that version is asked for, or may come back. */
  isAsked(theme: string, place: string, version: number): boolean {
    const { coming, wish, ghosts } = this.of(theme, place);
    return [coming, wish].some((each) => each?.version === version) || ghosts.has(version);
  }

  /** A person's library was copied, with what is noted in it. */
  copied(theme: string, copy: string): void {
    for (const [each, place, known] of this.all()) {
      if (each !== theme) continue;
      const there = this.of(copy, place);
      there.isByWord = known.isByWord;
      for (const id of known.disowned) there.disowned.add(id);
    }
  }

  /** A person chooses a library: it alone is open from now on, `alsoMs` of which another one is open, too. */
  opens(library: string, alsoMs: number): void {
    if (alsoMs === 0) this.#open.clear();
    this.#open.set(library, alsoMs === 0 ? Infinity : performance.now() + alsoMs);
  }

  /** A person has everything tried again. */
  urges(): void {
    this.acts += 1;
    for (const [, , { notAllowed }] of this.all()) notAllowed.clear();
  }

  // What a person does.

  /** A theme is asked for through connections that lead to one place; `asks` tells whether Foyer took it. */
  async publishes(
    theme: string,
    version: number,
    { place, connections }: { place: string; connections: readonly string[] },
    asks: () => Promise<'yes' | 'no' | 'maybe'>,
  ): Promise<void> {
    const known = this.of(theme, place);
    const coming = { version, connections: [...connections] };
    known.coming = coming;
    // Of one that may be there, it is a word about that.
    if (known.unsure > 0) known.words += 1;
    this.acts += 1;
    known.notAllowed.clear();
    const taken = await asks();
    known.coming = undefined;
    if (taken !== 'yes') {
      if (taken === 'maybe') known.ghosts.add(version);
      return;
    }
    known.mayRepeat ||= known.there === version && known.wish !== coming;
    known.wish = coming;
    known.ghosts.clear();
    this.#takesThePlace(theme, place, connections);
  }

  /** What was to go through them to where they led before is no longer asked for. */
  #takesThePlace(theme: string, place: string, connections: readonly string[]): void {
    for (const [other, elsewhere] of this.all()) {
      if (other !== theme || elsewhere === place) continue;
      for (const each of connections) this.withdraws(theme, elsewhere, each);
    }
  }

  /** It is no longer asked for through that connection; through another it may be. */
  withdraws(theme: string, place: string, connection: string): void {
    const { wish } = this.of(theme, place);
    if (!wish?.connections.includes(connection)) return;
    wish.connections = wish.connections.filter((each) => each !== connection);
    if (wish.connections.length === 0) this.cancels(theme, place);
  }

  /** It is sent again through that connection: alone, where it was not asked for through it. */
  goesThrough(theme: string, place: string, connection: string): void {
    const { wish } = this.of(theme, place);
    if (wish && !wish.connections.includes(connection)) wish.connections = [connection];
  }

  cancels(theme: string, place: string): void {
    const known = this.of(theme, place);
    // Until the disk is known to have it, it may come back.
    if (known.wish) known.ghosts.add(known.wish.version);
    known.wish = undefined;
  }

  /** The service has it no more. */
  loses(theme: string): void {
    for (const [each, , known] of this.all()) if (each === theme) known.isLost = true;
  }

  /** A person decided about what may be there: all of it was done, or only a part. */
  decides(
    theme: string,
    place: string,
    how: 'sendAgain' | 'published' | 'drop' | 'unlink',
    disowned: readonly string[],
    isPartly: boolean,
  ): void {
    const known = this.of(theme, place);
    known.words += 1;
    known.first = undefined;
    known.notAllowed.clear();
    this.acts += 1;
    if (how === 'sendAgain') {
      // Of one that was cancelled, what may be there is sent.
      const connection = [...this.connections].find(([, one]) => one.place === place)?.[0] ?? '';
      known.wish ??= { version: known.unsureVersion, connections: [connection] };
      return;
    }
    // What is in doubt since a kill is not known here by its version.
    const isOver = how === 'unlink' || known.mayBeInDoubt || isOfDoubt(known);
    known.unsure = 0;
    known.mayBeInDoubt = isPartly;
    for (const id of disowned) known.disowned.add(id);
    known.isByWord = true;
    if (isOver || isPartly) this.cancels(theme, place);
  }

  /** Foyer ended: what of the last moments it wrote down is not known. */
  ended(isKilled: boolean): void {
    for (const [theme, place, known] of this.all()) {
      known.last = undefined;
      if (!isKilled) continue;
      known.mayBeInDoubt ||= Boolean(known.wish ?? known.coming) || known.ghosts.size > 0;
      if (known.coming) {
        known.ghosts.add(known.coming.version);
        // It may have been taken, and what went before it be over or not.
        this.#takesThePlace(theme, place, known.coming.connections);
      }
      known.coming = undefined;
      if (known.wish && known.wish.version === known.there) {
        known.ghosts.add(known.wish.version);
        known.wish = undefined;
      }
      known.mayRepeat = true;
    }
    if (isKilled) this.#asked.clear();
  }

  /** A person says where it leads, and with which token. */
  connects(id: string, place: string, token: string): void {
    const now = this.connections.get(id);
    const before = now && now.token !== token ? [...now.before, now.token] : (now?.before ?? []);
    this.connections.set(id, { place, token, before });
  }

  /** Nothing is under way any more that left with an earlier token. */
  isQuiet(): void {
    for (const one of this.connections.values()) one.before = [];
  }

  /** Nothing is under way, and the disk has taken all: what is over stays over. */
  settled(theme: string, place: string): void {
    this.of(theme, place).ghosts.clear();
  }

  forgetWaits(): void {
    this.#asked.clear();
  }

  // What the service sees.

  arrives(arrival: Arrival): void {
    const { theme, version, place, token, at } = arrival;
    const known = this.of(theme, place);
    const { wish, coming, last, ghosts } = known;
    const asked = [coming, wish].find((each) => each?.version === version);
    const wrong = (what: string): unknown =>
      this.wrong.push(`${theme} v${String(version)}: ${what}`);

    // Only what is asked for, the newest of it, through its connection, and once.
    if (!asked && !ghosts.has(version)) {
      wrong(`nobody asks for it; asked for is ${wish ? `v${String(wish.version)}` : 'nothing'}`);
    }
    // It did come back.
    if (!asked) {
      const [by] = [...this.connections].find(([, one]) => one.token === token) ?? [];
      known.wish = { version, connections: by === undefined ? (wish?.connections ?? []) : [by] };
    }
    if (asked && asked === wish && known.there === version && !known.mayRepeat) {
      wrong('it is there already');
    }
    known.mayRepeat = known.isLost = false;
    known.there = undefined;
    const leads = [...this.connections.values()].some(
      (one) => one.place === place && [one.token, ...one.before].includes(token),
    );
    if (!leads) wrong(`with a token (${token}) that leads elsewhere by now`);
    if (this.isPaused) wrong('while the outbox is paused');
    if (this.deleted.has(theme)) wrong('while it is in the bin');
    const library = theme.endsWith('c') ? 'copied' : 'themes';
    if ((this.#open.get(library) ?? 0) < at) wrong(`it is of ${library}, and that is not open`);
    if (known.notAllowed.has(token)) wrong(`${token} was not allowed it`);

    // Never twice, where twice may make two of it, unless a person said so.
    const keepsIds = this.keepsIds(place);
    const isFirst = !arrival.templateId.startsWith('own') && !place.includes(clientIdsHost);
    if (isFirst && known.first) wrong('a first save that may be there is sent again');
    if (!keepsIds && known.unsure >= unsureAtMost + known.words) wrong('again and again, unasked');
    if (isFirst) known.first = arrival;
    known.unsure += 1;
    known.unsureVersion = version;

    // Not sooner than it was to wait.
    const isUrged = (acts: number): boolean => this.acts > acts;
    // With the token of another connection it follows at once on one that was refused.
    const isSame = last?.version === version && last.token === token;
    const isSoon = isSame && at - last.at < 1_000;
    if (isSoon && !isUrged(last.acts)) wrong('within a second');
    const wait = this.#asked.get(arrival.address);
    const isAsked = wait && at > wait.at && at < wait.until;
    if (isAsked && !isUrged(wait.acts)) wrong('before the service wanted it');
    for (const [connection, refused] of this.#refused) {
      const now = this.connections.get(connection);
      // What leaves in the very moment of the answer can't know it.
      const isLater = at > refused.at && !isUrged(refused.acts);
      if (now?.token === token && refused.token === token && isLater) {
        wrong('with a token that was refused');
      }
    }
    known.last = { at, acts: this.acts, version, token };
  }

  /** Whoever sent it was told what came of it. */
  told(arrival: Arrival): void {
    const { theme, version, place, told, retryAfter, fault } = arrival;
    const known = this.of(theme, place);
    const isFirst = known.first === arrival;
    // Only of a first save that leaves anything open, and which it is can't be told from here.
    const isOpen = fault?.form === 'noId' && !this.keepsIds(place);
    if (told === 'made' && isOpen) {
      known.unsure -= isFirst ? 0 : 1;
      known.mayBeInDoubt = true;
      if (!isFirst) known.there = version;
      known.mayRepeat = !isFirst;
    } else if (told === 'made') {
      known.last = undefined;
      known.unsure = 0;
      known.mayBeInDoubt = false;
      known.words = 0;
      known.isByWord = false;
      if (isFirst) known.first = undefined;
      // Also one that was cancelled meanwhile.
      const wish = [known.coming, known.wish].find((each) => each?.version === version);
      if (wish) known.wish = wish;
      known.there = version;
      known.wasThere = true;
      this.#asked.delete(arrival.address);
    } else if (told === 'nothing') {
      known.unsure -= 1;
      if (isFirst) known.first = undefined;
      const isOfWish = known.wish?.version === version;
      if (fault?.status === 403 && isOfWish) known.notAllowed.add(arrival.token);
    }
    if (retryAfter !== undefined && !arrival.isStopped()) {
      const until = performance.now() + retryAfter * 1_000;
      const before = this.#asked.get(arrival.address)?.until ?? 0;
      const { number } = arrival;
      this.#asked.set(arrival.address, {
        ...{ at: performance.now(), until: Math.max(until, before), acts: this.acts, number },
      });
    }
    if (told === 'nothing' && (fault?.status ?? 401) === 401) {
      for (const [id, { token }] of this.connections) {
        if (token === arrival.token) {
          this.#refused.set(id, { token, acts: this.acts, at: performance.now() });
        }
      }
    }
  }

  // What is shown, when nothing is under way that takes no time.

  shows(shown: Shown, kept: readonly Kept[]): void {
    const { theme, connection, place, delivery, relation, templateId, version } = shown;
    const known = this.of(theme, place);
    const says = `${theme} v${String(version)} at ${connection} is shown as ${relation}, ${delivery}`;
    const wrong = (what: string): unknown => this.wrong.push(`${says}: ${what}`);
    const mine = kept.filter((each) => each.theme === theme && !known.disowned.has(each.id));

    const { wish } = known;
    if (
      wish?.connections.includes(connection) &&
      wish.version !== known.there &&
      delivery === 'idle'
    ) {
      wrong(`v${String(wish.version)} was asked for`);
    }
    if (known.unsure > 0 && delivery === 'idle') wrong('a save may have arrived');
    const other = theme.endsWith('c') ? theme.slice(0, -1) : `${theme}c`;
    // What waits for where the connection led before is shown, too.
    const isAny = this.all().some(
      ([each, , one]) => each === theme && (one.wish ?? one.ghosts.size > 0),
    );
    const isNothing = !isAny && !this.isUnsettled(theme, place);
    if (delivery !== 'idle' && isNothing && this.isUnsettled(other, place)) {
      wrong(`that is of ${other}`);
    }
    if (delivery === 'unknown' && known.unsure === 0 && !known.mayBeInDoubt) {
      wrong('nothing is in doubt');
    }
    if (delivery !== 'idle') return;
    if (relation === 'never' && mine.length > 0) wrong(`the service has ${JSON.stringify(mine)}`);
    const there = kept.find(({ id }) => id === templateId);
    // What was published from a copy since is another matter.
    const isOwn = there?.theme === theme;
    if (relation === 'same' && !known.isByWord && isOwn && there.version !== version) {
      wrong(`the service has v${String(there.version)}`);
    }
  }

  /** In the end, when all is well and a person has answered everything. */
  ends(theme: string, place: string, kept: readonly Kept[], templateId: string | undefined): void {
    const { wish, ghosts, isLost } = this.of(theme, place);
    if (!wish || isLost) return;
    const there = kept.find(({ id }) => id === templateId);
    if (there?.version === wish.version || (there && ghosts.has(there.version))) return;
    // What was published from a copy since is another matter.
    if (there && there.theme !== theme) return;
    const has = there ? `v${String(there.version)}` : 'nothing';
    this.wrong.push(`${theme} v${String(wish.version)} was asked for; there is ${has}`);
  }
}
