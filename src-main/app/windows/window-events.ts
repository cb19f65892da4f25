import { eventChannel } from '@shared/bridge/contract';
import type { FoyerEvents } from '@shared/bridge/events';
import type { BrowserWindow } from 'electron';
import type { Emitter, Listener } from '../../bridge/bridge';

/** Tells a window's page of events, from when it says that it listens until it is closed. */
export function sendEvents(emitter: Emitter<FoyerEvents>, window: BrowserWindow): Listener {
  const listener: Listener = {
    send: (name, payload) => {
      if (!window.isDestroyed()) window.webContents.send(eventChannel, name, payload);
    },
  };
  // A page that is loaded anew takes a snapshot first; its events wait until it has.
  emitter.attach(listener);
  window.webContents.on('did-navigate', () => emitter.attach(listener));
  window.on('closed', () => emitter.detach(listener));
  return listener;
}
