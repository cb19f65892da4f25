/** What must be known of the frame that a call came from, to trust it or not. */
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import type { Sender } from '../bridge/bridge';

/** Describes the sender of a call against the window that Foyer has open. */
export function senderOf(event: IpcMainInvokeEvent, own: BrowserWindow | undefined): Sender {
  const frame = event.senderFrame;
  const contents = own && !own.isDestroyed() ? own.webContents : undefined;
  return {
    isOurWindow: contents !== undefined && contents.id === event.sender.id,
    isTopFrame: frame !== null && frame.routingId === contents?.mainFrame.routingId,
    url: frame?.url ?? '',
  };
}
