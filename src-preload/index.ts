/**
 * Builds `window.foyer`: two functions, open for the contract's names only. The names are put in at
 * build time, so that the schemas stay out of this script.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, eventChannel, type Wire } from '@shared/bridge/contract';
import type { Answer } from '@shared/problem';

declare const CALL_NAMES: readonly string[];
declare const EVENT_NAMES: readonly string[];

const callNames = new Set(CALL_NAMES);
const eventNames = new Set(EVENT_NAMES);

// One listener on the channel for all of them; the event object stays here, because it would hand
// the page a way to answer main.
const listeners = new Map<string, Set<(payload: unknown) => void>>();
ipcRenderer.on(eventChannel, (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

const wire: Wire = {
  async invoke(name, input) {
    if (!callNames.has(name)) {
      return { ok: false, problem: { code: 'unknownCall', call: String(name) } };
    }
    return (await ipcRenderer.invoke(callChannel, name, input)) as Answer<unknown>;
  },
  subscribe(name, listener) {
    if (!eventNames.has(name)) throw new Error(`There is no event ${String(name)}.`);
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(listener));
    return () => {
      set.delete(listener);
    };
  },
};

performance.mark('preload-run');
contextBridge.exposeInMainWorld('foyer', wire);
