/** What can be done wherever one is: screens, themes, connections, and how the window looks. */
import CreditCard from '@lucide/svelte/icons/credit-card';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Globe from '@lucide/svelte/icons/globe';
import Send from '@lucide/svelte/icons/send';
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import type { Command } from '../../state/commands.svelte';
import { report } from '../../ui/report';
import { previewCommands } from '../../screens/previews/preview-commands';
import { go, searchAll, windowActions, words } from '../window-actions';
import { appearanceCommands } from './appearance-commands';
import { connectionCommands } from './connection-commands';
import { libraryActions, themeCommands } from './library-actions';

/** What the commands need of the window around them. */
interface PaletteContext {
  starters: readonly { id: string; name: string }[];
  showShortcuts: () => void;
  /** Checks a connection, in a dialog of its own. */
  checkConnection: (id: string) => void;
}

function serviceActions(): Command[] {
  return [
    ...previewCommands().map((command) => ({
      ...command,
      group: 'previews' as const,
      keywords: words(m.palette_keywords_preview),
      icon: Send,
      sends: true,
      enter: m.palette_preview_confirm(),
      note: m.palette_preview_note(),
    })),
    {
      id: 'previews.once',
      group: 'previews',
      label: m.palette_preview(),
      context: m.palette_preview_context(),
      keywords: words(m.palette_keywords_preview),
      icon: Send,
      enter: m.palette_preview_enter(),
      run: go({ screen: 'previews' }),
    },
    {
      id: 'billing.change',
      group: 'actions',
      label: m.palette_change_plan(),
      keywords: words(m.palette_keywords_plan),
      icon: CreditCard,
      run: go({ screen: 'billing' }),
    },
    {
      id: 'domains.register',
      group: 'actions',
      label: m.palette_register_domain(),
      keywords: words(m.palette_keywords_domain),
      icon: Globe,
      run: go({ screen: 'domains' }),
    },
  ];
}

function folders(): Command[] {
  return [
    {
      id: 'folders.library',
      group: 'actions',
      label: m.palette_library_folder(),
      icon: FolderOpen,
      run: () => void bridge.app.showFolder('library').catch(report),
    },
    {
      id: 'folders.log',
      group: 'actions',
      label: m.palette_log_folder(),
      keywords: words(m.palette_keywords_logs),
      icon: FolderOpen,
      run: () => void bridge.app.showFolder('log').catch(report),
    },
  ];
}

/** The table's, as the palette does them. */
function general({ showShortcuts }: PaletteContext): Command[] {
  return windowActions({ showShortcuts })
    .filter(({ isOffered = true }) => isOffered)
    .map((action) =>
      // Its key looks through what is shown; from here all is meant.
      action.menu === 'search' ? { ...action, run: () => searchAll('') } : action,
    );
}

/** The commands of the window, as they are now. */
export function windowCommands(context: PaletteContext): readonly Command[] {
  return [
    ...serviceActions(),
    ...general(context),
    ...libraryActions(context.starters),
    ...connectionCommands(context.checkConnection),
    ...appearanceCommands(),
    ...folders(),
    ...themeCommands(),
  ];
}
