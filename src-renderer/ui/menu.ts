/** What a menu is made of. */
import type { ConnectionColour } from '@shared/connection';
import type { Icon } from './icon';

export type MenuItem =
  | {
      label: string;
      icon?: Icon | undefined;
      /** In place of an icon: the connection that it is about. */
      connection?: { label: string; colour: ConnectionColour } | undefined;
      /** What tells it apart, under its word. */
      detail?: string | undefined;
      keys?: readonly string[] | undefined;
      /** Something is lost by it. */
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      /** Given: the item is a choice that is on or off. */
      checked?: boolean | undefined;
      run: () => void;
    }
  | { separator: true };

/** What has the focus when a menu opens: itself, at a press of the pointer, or one of its items. */
export type MenuStart = 'menu' | 'first' | 'last';
