import { app } from 'electron';
import { isOnWayland } from './wayland';

/** Whether Foyer's windows are a Wayland compositor's in this run. */
export function isOnWaylandNow(): boolean {
  const { platform, env: environment, versions } = process;
  const said = (name: string) => app.commandLine.getSwitchValue(name);
  const ozone = said('ozone-platform') || said('ozone-platform-hint');
  return isOnWayland({ platform, environment, ozone, electron: versions.electron });
}
