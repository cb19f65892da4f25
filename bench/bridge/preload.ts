/** The measured app's preload: the same kind of way through, once checked and once raw. */
import { contextBridge, ipcRenderer } from 'electron';
import { callChannel } from '@shared/bridge/contract';

contextBridge.exposeInMainWorld('measured', {
  bridge: (name: string, input: unknown) => ipcRenderer.invoke(callChannel, name, input),
  raw: (name: string, input: unknown) => ipcRenderer.invoke('raw', name, input),
});
