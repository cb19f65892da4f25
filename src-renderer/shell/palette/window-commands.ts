/** What can be done wherever one is: places, themes, connections, and how the window looks. */
import Activity from '@lucide/svelte/icons/activity';
import AArrowDown from '@lucide/svelte/icons/a-arrow-down';
import AArrowUp from '@lucide/svelte/icons/a-arrow-up';
import CreditCard from '@lucide/svelte/icons/credit-card';
import FileDown from '@lucide/svelte/icons/file-down';
import FileUp from '@lucide/svelte/icons/file-up';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Globe from '@lucide/svelte/icons/globe';
import Keyboard from '@lucide/svelte/icons/keyboard';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import Monitor from '@lucide/svelte/icons/monitor';
import Moon from '@lucide/svelte/icons/moon';
import Palette from '@lucide/svelte/icons/palette';
import Plug from '@lucide/svelte/icons/plug';
import PlugZap from '@lucide/svelte/icons/plug-zap';
import Plus from '@lucide/svelte/icons/plus';
import Search from '@lucide/svelte/icons/search';
import Send from '@lucide/svelte/icons/send';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Sun from '@lucide/svelte/icons/sun';
import Tag from '@lucide/svelte/icons/tag';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { Preferences, textSizes } from '@shared/bridge/app';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { mostNeedy, statusWord } from '@shared/theme/status';
import { bridge } from '../../bridge';
import { app } from '../../state/app.svelte';
import type { Command } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { navigation, type Route } from '../../state/navigation.svelte';
import { report } from '../../ui/report';
import { transfer } from '../../state/transfer.svelte';
import { previewCommands } from '../../screens/previews/preview-commands';
import type { Icon } from '../../ui/icon';
import { newTheme } from '../new-theme';

export interface PaletteContext {
  starters: readonly { id: string; name: string }[];
  showShortcuts: () => void;
  /** Checks a connection, in a dialog of its own. */
  checkConnection: (id: string) => void;
}

// The list itself stands beside schemas that the window does not carry.
const sizes: typeof textSizes = [87.5, 100, 112.5, 125, 150, 175, 200];

/** The words of a message that lists them. */
const words = (message: () => string): string[] => message().split(', ');

const go = (route: Route) => () => navigation.go(route);

function prefer(changes: Partial<Preferences>): void {
  app.prefer(changes).catch(report);
}

function places(): Command[] {
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

function showTag(tag: string): void {
  libraryView.clear();
  libraryView.tag = tag;
  navigation.go({ screen: 'library' });
}

function searchLibrary(query: string): void {
  libraryView.clear();
  libraryView.query = query;
  navigation.go({ screen: 'library' });
  libraryView.askForSearch();
}

function libraryActions({ starters }: PaletteContext): Command[] {
  return [
    {
      id: 'library.new',
      group: 'actions',
      label: m.palette_new_theme(),
      icon: Plus,
      keys: ['Mod', 'N'],
      run: () => void newTheme(),
      withText: (name) => ({
        label: m.palette_new_theme_named({ name: name.slice(0, 200) }),
        run: () => void newTheme({ name: name.slice(0, 200) }),
      }),
    },
    {
      id: 'library.import',
      group: 'actions',
      label: m.transfer_menu_import(),
      keys: ['Mod', 'O'],
      icon: FileDown,
      run() {
        navigation.go({ screen: 'library' });
        void transfer.importFiles();
      },
    },
    {
      id: 'library.exportAll',
      group: 'actions',
      label: m.transfer_menu_export_all(),
      icon: FileUp,
      run: () => void transfer.exportThemes('all'),
    },
    ...starters.map(({ id, name }) => ({
      id: `library.new:${id}`,
      group: 'actions' as const,
      label: m.palette_new_from_starter({ name }),
      quiet: true,
      icon: Palette,
      run: () => void newTheme({ starter: id }),
    })),
    {
      id: 'library.search',
      group: 'actions',
      label: m.palette_search(),
      icon: Search,
      keys: ['/'],
      run: () => searchLibrary(''),
      withText: (query) => ({
        label: m.palette_search_for({ query }),
        run: () => searchLibrary(query),
      }),
    },
    ...library.tags.map(({ name }) => ({
      id: `library.tag:${name}`,
      group: 'actions' as const,
      label: m.palette_show_tag({ tag: name }),
      quiet: true,
      icon: Tag,
      run: () => showTag(name),
    })),
  ];
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

function connectionCommands({ checkConnection }: PaletteContext): Command[] {
  const { current } = connections;
  const keywords = words(m.palette_keywords_connections);
  return [
    ...connections.list
      .filter(({ id }) => id !== current?.id)
      .map(({ id, label, host }) => ({
        id: `connections.use:${id}`,
        group: 'connections' as const,
        label: m.palette_switch({ label }),
        context: host,
        keywords,
        icon: Plug,
        run: () => void bridge.connections.select({ id }).catch(report),
      })),
    ...(current
      ? [
          {
            id: 'connections.check',
            group: 'connections' as const,
            label: m.palette_check({ label: current.label }),
            context: current.host,
            keywords: words(m.palette_keywords_check),
            icon: PlugZap,
            sends: true,
            run: () => checkConnection(current.id),
          },
        ]
      : []),
    {
      id: 'connections.add',
      group: 'connections',
      label: m.palette_add_connection(),
      keywords,
      icon: Plus,
      run: go({ screen: 'welcome' }),
    },
  ];
}

function appearance(): Command[] {
  const { appearance: now, textSize } = app.state.preferences;
  const appearances = [
    ['light', Sun, m.palette_appearance_light],
    ['dark', Moon, m.palette_appearance_dark],
    ['system', Monitor, m.palette_appearance_system],
  ] as const;
  const bigger = sizes.find((size) => size > textSize);
  const smaller = sizes.filter((size) => size < textSize).at(-1);
  const steps = [
    ['bigger', bigger, AArrowUp, m.palette_text_bigger],
    ['smaller', smaller, AArrowDown, m.palette_text_smaller],
  ] as const;
  return [
    ...appearances
      .filter(([appearance]) => appearance !== now)
      .map(([appearance, icon, label]) => ({
        id: `appearance.${appearance}`,
        group: 'actions' as const,
        label: label(),
        keywords: words(m.palette_keywords_appearance),
        quiet: true,
        icon,
        run: () => prefer({ appearance }),
      })),
    ...steps.flatMap(([name, size, icon, label]) =>
      size === undefined
        ? []
        : [
            {
              id: `text.${name}`,
              group: 'actions' as const,
              label: label(),
              context: m.palette_text_now({ size: textSize }),
              keywords: words(m.palette_keywords_text),
              quiet: true,
              icon,
              run: () => prefer({ textSize: size }),
            },
          ],
    ),
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

function statusOf({ places }: ThemeSummary) {
  return mostNeedy(places.map(({ relation, delivery }) => statusWord(relation, delivery)));
}

/** Newest first, which is the order of those that are shown before anything is typed. */
function themes(): Command[] {
  return [...library.themes]
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .map((summary) => {
      const { id, name, tags, theme } = summary;
      const { background } = theme.general;
      return {
        id: `theme:${id}`,
        group: 'themes',
        label: name,
        context: tags.length > 0 ? m.palette_tagged({ tags: tags.join(', ') }) : undefined,
        colours: [
          background.type === 'Color' ? (background.content ?? '') : '',
          theme.chat.hostBubbles.backgroundColor,
          theme.chat.buttons.backgroundColor,
        ],
        status: statusOf(summary),
        enter: m.palette_enter_open(),
        run: go({ screen: 'studio', themeId: id }),
      };
    });
}

/** The commands of the window, as they are now. */
export function windowCommands(context: PaletteContext): readonly Command[] {
  return [
    ...serviceActions(),
    ...places(),
    ...libraryActions(context),
    ...connectionCommands(context),
    ...appearance(),
    ...help(context),
    ...themes(),
  ];
}
