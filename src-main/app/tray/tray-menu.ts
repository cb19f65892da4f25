/** What stands in the tray's menu: plain data, so that it can be tried without a tray. */
import { withoutDirectionSigns } from '@shared/direction-signs';
import { m } from '@shared/messages/messages';
import type { ShownShortcut } from '@shared/previews';
import { numberedShortcuts } from '@shared/preview-shortcuts';
import type { MenuItemConstructorOptions } from 'electron';

/** What waits to be published, and whether it may go out. */
export interface TrayOutbox {
  /** Whether anything is known of what waits. */
  isReadable(): boolean;
  /** How many wait to be sent. */
  waiting(): number;
  /** How many go on only at a person's word. */
  stopped(): number;
  isPaused(): boolean;
  setPaused(isPaused: boolean): void;
}

export interface TrayMenuOptions {
  /** `undefined` while they can't be read. */
  shortcuts: readonly ShownShortcut[] | undefined;
  /** The connection's name, where there are several. */
  workspaceOf(connectionId: string): string | undefined;
  /** Absent: nothing is said of it. */
  outbox: TrayOutbox | undefined;
  start(shortcut: ShownShortcut): void;
  open(): void;
  quit(): void;
}

/** A menu's `&` marks the next letter as its key. */
const plain = (text: string) => withoutDirectionSigns(text).replace(/&/gu, '&&');

export function trayMenu(options: TrayMenuOptions): MenuItemConstructorOptions[] {
  const { shortcuts, outbox } = options;
  const previews = (shortcuts ?? []).slice(0, numberedShortcuts).map((shortcut, index) => ({
    label: plain(previewText(shortcut, index + 1, options.workspaceOf(shortcut.connectionId))),
    click: () => options.start(shortcut),
  }));
  const noneText = shortcuts ? m.tray_no_previews() : m.previews_not_read();
  return [
    ...(previews.length > 0 ? previews : [{ label: noneText, enabled: false }]),
    { type: 'separator' },
    ...(outbox ? outboxItems(outbox, () => options.open()) : []),
    { label: m.tray_open(), click: () => options.open() },
    { label: m.tray_quit(), click: () => options.quit() },
  ];
}

function previewText(
  { name, to, isNewRecipient }: ShownShortcut,
  number: number,
  workspace: string | undefined,
): string {
  const text =
    workspace === undefined
      ? m.tray_preview({ number, name, to })
      : m.tray_preview_at({ number, name, to, workspace });
  return isNewRecipient ? `${text}…` : text;
}

function waitingText(outbox: TrayOutbox): string {
  if (!outbox.isReadable()) return m.outbox_not_read();
  const count = outbox.waiting();
  if (count > 0) return m.tray_waiting({ count });
  return outbox.isPaused() ? m.tray_nothing_waiting_paused() : m.tray_nothing_waiting();
}

function outboxItems(outbox: TrayOutbox, open: () => void): MenuItemConstructorOptions[] {
  const stopped = outbox.stopped();
  return [
    { label: waitingText(outbox), enabled: false },
    ...(stopped > 0 ? [{ label: m.tray_stopped({ count: stopped }), click: open }] : []),
    {
      label: m.tray_pause(),
      type: 'checkbox',
      checked: outbox.isPaused(),
      click: () => outbox.setPaused(!outbox.isPaused()),
    },
    { type: 'separator' },
  ];
}
