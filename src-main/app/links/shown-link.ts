/** What a link shows: something filled in to be confirmed, or a theme. Nothing is ever sent by it. */
import type { Connection } from '@shared/connection';
import type { PreviewAsk, PreviewShortcut } from '@shared/previews';
import { connectionsLabelled, shortcutNamed } from '@shared/names';
import { app } from 'electron';
import { readLink } from './link';

export interface LinkViewer {
  /** Each is `undefined` while they can't be read. */
  shortcuts: readonly PreviewShortcut[] | undefined;
  connections: readonly Connection[] | undefined;
  ask(asked: PreviewAsk): void;
  openTheme(id: string): void;
}

/** A shortcut, filled in. */
export function askFor(shortcut: PreviewShortcut, isFromLink = false): PreviewAsk {
  const { name, connectionId, botId, to, startGroupId } = shortcut;
  return { kind: 'filled', name, connectionId, fields: { botId, to, startGroupId }, isFromLink };
}

/** Shows what a link asks for. One that makes no sense shows nothing. */
export function showLink(link: string, viewer: LinkViewer): void {
  const target = readLink(link);
  switch (target?.kind) {
    case undefined:
      return;
    case 'theme':
      viewer.openTheme(target.id);
      return;
    case 'shortcut': {
      const { name } = target;
      if (!viewer.shortcuts) return viewer.ask({ kind: 'shortcutsNotRead', name });
      const shortcut = shortcutNamed(viewer.shortcuts, name);
      viewer.ask(shortcut ? askFor(shortcut, true) : { kind: 'unknownName', name });
      return;
    }
    case 'preview': {
      const { botId, to, startGroupId, connection: label } = target;
      if (label !== undefined && !viewer.connections) {
        viewer.ask({ kind: 'connectionsNotRead', name: label });
        return;
      }
      const found = label === undefined ? [] : connectionsLabelled(viewer.connections ?? [], label);
      if (label !== undefined && found.length !== 1) {
        const kind = found.length === 0 ? 'unknownConnection' : 'severalConnections';
        viewer.ask({ kind, name: label });
        return;
      }
      viewer.ask({
        kind: 'filled',
        name: '',
        connectionId: found[0]?.id ?? null,
        fields: { botId, to, startGroupId },
        isFromLink: true,
      });
    }
  }
}

/**
 * Makes Foyer the program for `foyer:` links. On Windows the link comes behind `--`, so that nothing
 * in it is a switch; Linux and macOS know the scheme from the package's desktop file and Info.plist.
 * Not in development: the program there is Electron itself.
 */
export function registerLinks(log: { warn(event: string): void }): void {
  if (!app.isPackaged) return;
  if (!app.setAsDefaultProtocolClient('foyer', process.execPath, ['--'])) {
    log.warn('links.notRegistered');
  }
}
