/** What a menu is made of. */
import type { Icon } from './icon';

export type MenuItem =
  | {
      label: string;
      icon?: Icon | undefined;
      keys?: readonly string[] | undefined;
      /** Something is lost by it. */
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      /** Given: the item is a choice that is on or off. */
      checked?: boolean | undefined;
      run: () => void;
    }
  | { separator: true };
