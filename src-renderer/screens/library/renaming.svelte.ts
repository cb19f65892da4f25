/**
 * The field of a name was left with the new name, or with `null` when the person thought better of it. `goesOn`: the
 * person goes on at something else, which gets the keyboard.
 */
export type EndRenaming = (renaming: Renaming, name: string | null, goesOn: boolean) => void;

/** A theme's name while it is changed in its place: what is typed stays with the theme, not its card. */
export class Renaming {
  readonly id: string;
  readonly before: string;
  text = $state('');
  /** What is selected in the field, or where the caret stands; at first all of it. */
  selection: readonly [start: number | null, end: number | null];

  constructor({ id, name }: { id: string; name: string }) {
    this.id = id;
    this.before = name;
    this.text = name;
    this.selection = [0, name.length];
  }
}
