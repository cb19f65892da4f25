/**
 * The session of Foyer's windows: it reaches no network and grants no permission. What the service
 * is asked goes through sessions of its own, in `src-main/service`.
 */
import type { Session } from 'electron';

const ownSchemes = ['app:', 'devtools:'];

/**
 * Cuts the session off.
 * @param developmentServer its address may be reached for hot reload; never in a built app
 */
export function cutOff(session: Session, developmentServer: string | undefined): void {
  const developmentHost = developmentServer && new URL(developmentServer).host;
  session.webRequest.onBeforeRequest((details, callback) => {
    const { protocol, host } = new URL(details.url);
    const isOwn = ownSchemes.includes(protocol);
    const isDevelopment = developmentHost !== undefined && host === developmentHost;
    callback({ cancel: !isOwn && !isDevelopment });
  });
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Would fetch dictionaries.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}
