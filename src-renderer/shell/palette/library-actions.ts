/** What can be done with the library from anywhere, and every theme as a way into the studio. */
import FileUp from '@lucide/svelte/icons/file-up';
import Palette from '@lucide/svelte/icons/palette';
import Tag from '@lucide/svelte/icons/tag';
import { m } from '@shared/messages/messages';
import { mostNeedy, statusWord } from '@shared/theme/status';
import type { Command } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { navigation } from '../../state/navigation.svelte';
import type { LibraryTheme } from '../../state/theme-status';
import { transfer } from '../../state/transfer.svelte';
import { newTheme } from '../../features/themes/theme-actions';
import { go } from '../window-actions';

/** Makes, finds, imports and exports themes. */
export function libraryActions(starters: readonly { id: string; name: string }[]): Command[] {
  return [
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
      alters: true,
      icon: Palette,
      run: () => void newTheme({ starter: id }),
    })),
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

/** Newest first, which is the order of those that are shown before anything is typed. */
export function themeCommands(): Command[] {
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

function showTag(tag: string): void {
  libraryView.clear();
  libraryView.tag = tag;
  navigation.go({ screen: 'library' });
}

function statusOf({ places }: LibraryTheme) {
  const words = places.map(({ relation, delivery }) => statusWord(relation, delivery));
  return mostNeedy(words, connections.wordOfNoPlace);
}
