/** What can be done wherever one is: screens, themes, connections, and how the window looks. */
import Activity from '@lucide/svelte/icons/activity';
import CreditCard from '@lucide/svelte/icons/credit-card';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Globe from '@lucide/svelte/icons/globe';
import Keyboard from '@lucide/svelte/icons/keyboard';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import Palette from '@lucide/svelte/icons/palette';
import Send from '@lucide/svelte/icons/send';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Trash2 from '@lucide/svelte/icons/trash-2';
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import type { Command } from '../../state/commands.svelte';
import type { Route } from '../../state/navigation.svelte';
import { report } from '../../ui/report';
import type { Icon } from '../../ui/icon';
import { previewCommands } from '../../screens/previews/preview-commands';
import { go, words, type PaletteContext } from './command-parts';
import { appearanceCommands } from './appearance-commands';
import { connectionCommands } from './connection-commands';
import { libraryActions, themeCommands } from './library-actions';

function screens(): Command[] {
  const list: [
    Exclude<Route['screen'], 'studio'>,
    Icon,
    () => string,
    (string[] | undefined)?,
    string[]?,
  ][] = [
    ['library', LayoutGrid, m.shell_library],
    ['previews', Send, m.shell_previews],
    ['billing', CreditCard, m.shell_billing],
    ['domains', Globe, m.shell_domains],
    ['activity', Activity, m.shell_activity],
    ['starters', Palette, m.shell_starters],
    ['bin', Trash2, m.shell_bin, undefined, words(m.palette_keywords_bin)],
    ['settings', Settings2, m.shell_settings, ['Mod', ','], words(m.palette_keywords_settings)],
  ];
  return list.map(([screen, icon, label, keys, more = []]) => ({
    id: `go.${screen}`,
    group: 'places',
    label: label(),
    keywords: [...words(m.palette_keywords_go), ...more],
    icon,
    keys,
    enter: m.palette_enter_go(),
    run: go({ screen }),
  }));
}

function serviceActions(): Command[] {
  return [
    ...previewCommands().map(({ keys, ...command }) => ({
      ...command,
      group: 'previews' as const,
      keywords: words(m.palette_keywords_preview),
      keys: [...keys],
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

function help({ showShortcuts }: PaletteContext): Command[] {
  return [
    {
      id: 'help.shortcuts',
      group: 'actions',
      label: m.palette_shortcuts(),
      keywords: words(m.palette_keywords_shortcuts),
      icon: Keyboard,
      keys: ['?'],
      run: showShortcuts,
    },
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

/** The commands of the window, as they are now. */
export function windowCommands(context: PaletteContext): readonly Command[] {
  return [
    ...serviceActions(),
    ...screens(),
    ...libraryActions(context),
    ...connectionCommands(context),
    ...appearanceCommands(),
    ...help(context),
    ...themeCommands(),
  ];
}
