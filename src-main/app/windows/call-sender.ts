/** What must be known of the frame that a call came from, to trust it or not. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { NameIn } from '@shared/bridge/contract';
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import type { Sender } from '../../bridge/bridge';

/** All that the launcher's page calls: another call from there is not its own. */
export const launcherCalls: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
  'app.state',
  'connections.list',
  'previews.list',
  'previews.start',
  'launcher.ready',
  'launcher.fit',
  'launcher.hide',
]);

/** Describes the sender of a call against the windows that Foyer has open. */
export function senderOf(
  event: IpcMainInvokeEvent,
  own: readonly (BrowserWindow | undefined)[],
): Sender {
  const frame = event.senderFrame;
  const contents = own.find(
    (window) => window && !window.isDestroyed() && window.webContents.id === event.sender.id,
  )?.webContents;
  return {
    isOurWindow: contents !== undefined,
    isTopFrame: frame !== null && frame.routingId === contents?.mainFrame.routingId,
    url: frame?.url ?? '',
  };
}
