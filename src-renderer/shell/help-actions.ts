/** What helps: the guide, the keys, what is new, a problem to report. */
import BookOpen from '@lucide/svelte/icons/book-open';
import Bug from '@lucide/svelte/icons/bug';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Sparkles from '@lucide/svelte/icons/sparkles';
import { m } from '@shared/messages/messages';
import { sharedCommands, type Keys, type SharedCommandName } from '@shared/shared-commands';
import { navigation } from '../state/navigation.svelte';
import type { Icon } from '../ui/icon';

interface HelpAction {
  menu: SharedCommandName;
  id: string;
  label: string;
  keys: readonly Keys[];
  keywords: string[];
  icon: Icon;
  run: () => void;
}

/** As the system's menu, the status bar and the palette have them. */
export function helpActions(showShortcuts: () => void): HelpAction[] {
  const words = (message: () => string) => message().split(', ');
  const shared = (menu: 'guide' | 'shortcuts' | 'news' | 'reportProblem') => ({
    menu,
    id: `help.${menu}`,
    label: sharedCommands[menu].label(),
    keys: sharedCommands[menu].keys,
  });
  return [
    {
      ...shared('guide'),
      icon: BookOpen,
      keywords: words(m.palette_keywords_guide),
      run: () => navigation.go({ screen: 'help', page: 'guide' }),
    },
    {
      ...shared('shortcuts'),
      icon: Keyboard,
      keywords: words(m.palette_keywords_shortcuts),
      run: showShortcuts,
    },
    {
      ...shared('news'),
      icon: Sparkles,
      keywords: words(m.palette_keywords_news),
      run: () => navigation.go({ screen: 'help', page: 'news' }),
    },
    {
      ...shared('reportProblem'),
      icon: Bug,
      keywords: words(m.palette_keywords_problem),
      run: () => navigation.goToSettings({ part: 'diagnostics' }),
    },
  ];
}
