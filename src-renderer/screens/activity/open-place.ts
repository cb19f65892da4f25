/** What can be opened of something that was done on this computer. */
import type { LocalEntry } from '@shared/activity';
import { m } from '@shared/messages/messages';
import { openTheme } from '../../features/themes/theme-actions';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { isOfConnection } from './entry-filters';

export interface OpenPlace {
  /** "Open Harbour". */
  readonly label: string;
  readonly open: () => void;
}

/** The theme, the bin or the connection; `undefined` where there is none of them, or several themes. */
export function placeOf({ kind, touched, count }: LocalEntry): OpenPlace | undefined {
  if (kind === 'themesDeleted') {
    return { label: m.activity_open_bin(), open: () => navigation.go({ screen: 'bin' }) };
  }
  const [first] = touched;
  if (count !== 1 || first?.id === undefined) return undefined;
  return isOfConnection(kind) ? connectionPlace(first.id) : themePlace(first.id);
}

/** A theme that is in the library, under the name that it has now. */
export function themePlace(id: string): OpenPlace | undefined {
  const theme = library.themes.find((one) => one.id === id);
  if (theme === undefined) return undefined;
  return { label: m.activity_open_named({ name: theme.name }), open: () => openTheme(id) };
}

function connectionPlace(connectionId: string): OpenPlace | undefined {
  const connection = connections.byId(connectionId);
  if (connection === undefined) return undefined;
  return {
    label: m.activity_open_connection({ name: connection.label }),
    open: () => navigation.goToSettings({ connectionId }),
  };
}
