/**
 * What can be done right now, for the command palette. A screen says what it can do for as long as it
 * is on screen; what the window can always do stands in `shell/palette/window-commands.ts`.
 */
import type { Keys, SharedCommandName } from '@shared/shared-commands';
import type { StatusWord } from '@shared/theme/status';
import type { Icon } from '../ui/icon';

/** Where a command stands in the palette, in this order. */
export const commandGroups = [
  'screen',
  'previews',
  'places',
  'actions',
  'connections',
  'themes',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** The same at each start: what was used last is remembered by it. Unique among all commands. */
  id: string;
  group: CommandGroup;
  /** What it is done to, where the same command is done to something else another time: the ids of themes. */
  target?: string | undefined;
  /** A verb and its thing, or a name. */
  label: string;
  /** What tells it from its like: "to +44 7700 900112". */
  context?: string | undefined;
  /** Other words that find it. */
  keywords?: readonly string[] | undefined;
  /** The keys that do the same, each way as `Kbd` takes it; the first is shown. */
  keys?: readonly Keys[] | undefined;
  /** The item of the system's menu that does the same. */
  menu?: SharedCommandName | undefined;
  icon?: Icon | undefined;
  /** In place of the icon: the colours of a theme. */
  colours?: readonly string[] | undefined;
  /** The state of a theme, at the right. */
  status?: StatusWord | undefined;
  /** What Enter does, for the foot, where it is not "Do it": "Start preview". */
  enter?: string | undefined;
  /** At the right of the foot: "Will be sent once, to one phone". */
  note?: string | undefined;
  /** What Ctrl Enter does, where there is a second way. */
  other?: { label: string; run: () => void } | undefined;
  /**
   * Something leaves this computer by it, at once or after a question: in an empty palette it is
   * never what Enter does.
   */
  sends?: boolean | undefined;
  /** Something is made or deleted by it: by itself it is never what Enter does, unless it was found. */
  alters?: boolean | undefined;
  /** One of many of its kind: shown only when what is typed finds it. */
  quiet?: boolean | undefined;
  /** Does it. It shows its own failures. */
  run: () => void;
  /** The same with what was typed, offered at the end: `New theme named "Booking"`. */
  withText?: ((typed: string) => { label: string; run: () => void }) | undefined;
}

/** Gives the commands as they are now; state that it reads is followed. */
export type CommandSource = () => readonly Command[];

class Commands {
  #sources = $state.raw<readonly CommandSource[]>([]);

  /** All that can be done; of two with the same id, the one that was there first. */
  readonly list: readonly Command[] = $derived.by(() => {
    const all = this.#sources.flatMap((source) => source());
    const known = Object.create(null) as Record<string, true>;
    return all.filter(({ id }) => {
      if (known[id]) return false;
      known[id] = true;
      return true;
    });
  });

  /** Adds a source of commands; returns its end. */
  register(source: CommandSource): () => void {
    this.#sources = [...this.#sources, source];
    return () => {
      this.#sources = this.#sources.filter((other) => other !== source);
    };
  }
}

/** The commands of this window. */
export const commands = new Commands();

/**
 * Says what a screen can do: `onMount(() => registerCommands(() => [{ id: 'studio.undo', … }]))`.
 * Returns the end.
 */
export function registerCommands(source: CommandSource): () => void {
  return commands.register(source);
}
