/** What the studio can do from the command palette while a theme is open in it. */
import Columns2 from '@lucide/svelte/icons/columns-2';
import FileJson from '@lucide/svelte/icons/file-json';
import Monitor from '@lucide/svelte/icons/monitor';
import Redo2 from '@lucide/svelte/icons/redo-2';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Smartphone from '@lucide/svelte/icons/smartphone';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Upload from '@lucide/svelte/icons/upload';
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import { sharedCommands } from '@shared/shared-commands';
import type { Command } from '../../state/commands.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import type { StageFrames, StageZoom } from '../../state/stage-view.svelte';
import { sections, type SectionId } from '../../features/themes/theme-sections';
import { redoText, undoText } from './undo-words';
import { zoomChoices } from './zoom-choices';

/** Undo and redo. */
export function editingCommands(open: OpenThemeState): Command[] {
  return [
    ...(open.canUndo
      ? [
          {
            id: 'studio.undo',
            group: 'screen' as const,
            label: undoText(open.undoes),
            icon: Undo2,
            keys: sharedCommands.undo.keys,
            menu: 'undo' as const,
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
            keys: sharedCommands.redo.keys,
            menu: 'redo' as const,
            run: () => open.redo(),
          },
        ]
      : []),
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
  /** Those that are shown. */
  frames: StageFrames;
  canShowBoth: boolean;
  scale: number;
  restart: () => void;
  show: (frames: StageFrames) => void;
  zoom: (zoom: StageZoom) => void;
}): Command[] {
  const frames = [
    { id: 'wide', label: m.studio_command_wide, icon: Monitor },
    { id: 'phone', label: m.studio_command_phone, icon: Smartphone },
    { id: 'both', label: m.studio_command_both, icon: Columns2 },
  ] as const;
  return [
    ...zoomChoices(preview.scale).map(({ id, label, keys, icon, zoom }): Command => ({
      id: `studio.zoom:${id}`,
      group: 'screen',
      label,
      icon,
      ...(keys ? { keys: [keys] } : {}),
      quiet: true,
      run: () => preview.zoom(zoom),
    })),
    {
      id: 'studio.restart',
      group: 'screen',
      label: m.studio_restart(),
      icon: RotateCcw,
      run: preview.restart,
    },
    ...frames
      .filter(({ id }) => id !== preview.frames && (id !== 'both' || preview.canShowBoth))
      .map(({ id, label, icon }): Command => ({
        id: `studio.${id}`,
        group: 'screen',
        label: label(),
        icon,
        run: () => preview.show(id),
      })),
  ];
}

export interface PublishWork {
  connections: readonly Connection[];
  current: Connection | null;
  /** Made by a newer Foyer: it is not published. */
  isReadOnly: boolean;
  /** It is on its way to the connection in use. */
  isSending: boolean;
  publish: (connection: Connection) => void;
  stop: () => void;
  showRequest: () => void;
}

/** What has to do with publishing beside the table of actions: the other connections, and an end. */
export function publishCommands(work: PublishWork): Command[] {
  const { connections, current } = work;
  const others = connections.filter(({ id }) => id !== current?.id);
  return [
    ...(work.isReadOnly ? [] : others).map((connection) => ({
      id: `studio.publish:${connection.id}`,
      group: 'screen' as const,
      label: m.studio_publish_to({ label: connection.label }),
      context: m.studio_command_switches(),
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
  ];
}
