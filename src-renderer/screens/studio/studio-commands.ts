/** What the studio can do from the command palette while a theme is open in it. */
import CopyIcon from '@lucide/svelte/icons/copy';
import FileJson from '@lucide/svelte/icons/file-json';
import Monitor from '@lucide/svelte/icons/monitor';
import Pencil from '@lucide/svelte/icons/pencil';
import Redo2 from '@lucide/svelte/icons/redo-2';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Send from '@lucide/svelte/icons/send';
import Smartphone from '@lucide/svelte/icons/smartphone';
import Trash2 from '@lucide/svelte/icons/trash-2';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Upload from '@lucide/svelte/icons/upload';
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { Command } from '../../state/commands.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { sections, type SectionId } from '../../features/themes/theme-sections';
import { redoText, undoText } from './undo-words';

/** Undo, redo and the name. */
export function editingCommands(open: OpenThemeState, rename: () => void): Command[] {
  return [
    ...(open.canUndo
      ? [
          {
            id: 'studio.undo',
            group: 'screen' as const,
            label: undoText(open.undoes),
            icon: Undo2,
            keys: ['Mod', 'Z'],
            run: () => open.undo(),
          },
        ]
      : []),
    ...(open.canRedo
      ? [
          {
            id: 'studio.redo',
            group: 'screen' as const,
            label: redoText(open.redoes),
            icon: Redo2,
            keys: ['Mod', 'Shift', 'Z'],
            run: () => open.redo(),
          },
        ]
      : []),
    ...(open.isReadOnly
      ? []
      : [
          {
            id: 'studio.rename',
            group: 'screen' as const,
            label: m.studio_rename(),
            icon: Pencil,
            keys: ['F2'],
            run: rename,
          },
        ]),
  ];
}

/** The sections of the editor, each by its name. */
export function sectionCommands(show: (id: SectionId) => void): Command[] {
  return sections.map(({ id, icon, label }) => ({
    id: `studio.section:${id}`,
    group: 'screen',
    label: m.studio_command_section({ section: label() }),
    icon,
    quiet: true,
    run: () => show(id),
  }));
}

/** What acts on the preview. */
export function previewCommands(preview: {
  shape: 'phone' | 'wide';
  restart: () => void;
  show: (shape: 'phone' | 'wide') => void;
}): Command[] {
  return [
    {
      id: 'studio.restart',
      group: 'screen',
      label: m.studio_restart(),
      icon: RotateCcw,
      run: preview.restart,
    },
    preview.shape === 'phone'
      ? {
          id: 'studio.wide',
          group: 'screen',
          label: m.studio_command_wide(),
          icon: Monitor,
          run: () => preview.show('wide'),
        }
      : {
          id: 'studio.phone',
          group: 'screen',
          label: m.studio_command_phone(),
          icon: Smartphone,
          run: () => preview.show('phone'),
        },
  ];
}

export interface ThemeWork {
  connections: readonly Connection[];
  current: Connection | null;
  /** Made by a newer Foyer: neither published nor copied. */
  isReadOnly: boolean;
  /** It is on its way to the connection in use. */
  isSending: boolean;
  publish: (connection: Connection) => void;
  /** Chooses among several connections; absent where there is but one. */
  publishTo: (() => void) | undefined;
  stop: () => void;
  duplicate: () => void;
  showRequest: () => void;
  remove: () => void;
}

/** What is done with the theme as a whole; the connection in use comes first. */
export function themeCommands(work: ThemeWork): Command[] {
  const { connections, current } = work;
  const others = connections.filter(({ id }) => id !== current?.id);
  const places = [...(current && !work.isSending ? [current] : []), ...others];
  return [
    ...(work.isReadOnly ? [] : places).map((connection) => ({
      id: `studio.publish:${connection.id}`,
      group: 'screen' as const,
      label: m.studio_publish_to({ label: connection.label }),
      context: connection.id === current?.id ? undefined : m.studio_command_switches(),
      icon: Upload,
      sends: true,
      run: () => work.publish(connection),
    })),
    ...(current && work.isSending
      ? [
          {
            id: 'studio.stop',
            group: 'screen' as const,
            label: m.studio_command_stop(),
            context: current.label,
            run: work.stop,
          },
        ]
      : []),
    ...(work.publishTo && !work.isReadOnly
      ? [
          {
            id: 'studio.publishTo',
            group: 'screen' as const,
            label: m.outbox_publish_to(),
            icon: Send,
            sends: true,
            run: work.publishTo,
          },
        ]
      : []),
    ...(work.isReadOnly
      ? []
      : [
          {
            id: 'studio.duplicate',
            group: 'screen' as const,
            label: m.studio_duplicate(),
            icon: CopyIcon,
            run: work.duplicate,
          },
        ]),
    ...(current
      ? [
          {
            id: 'studio.request',
            group: 'screen' as const,
            label: m.studio_show_request(),
            icon: FileJson,
            run: work.showRequest,
          },
        ]
      : []),
    {
      id: 'studio.delete',
      group: 'screen',
      label: m.studio_delete(),
      icon: Trash2,
      run: work.remove,
    },
  ];
}
