/**
 * The session of Foyer's windows: it reaches no network and grants no permission. What the service
 * is asked goes through sessions of its own, in `src-main/service`.
 */
import type { Session } from 'electron';

const ownSchemes = ['app:', 'devtools:'];

/**
 * No system connects by TCP to an address that means many (RFC 9293, 3.9.2.3), so nobody can listen
 * there. It is one of IPv6, since Chromium may look `ipv4only.arpa` up on its way to one of IPv4.
 */
const proxyToNowhere = 'http://[ff00::1]:1';

/**
 * Cuts the session off.
 * @param developmentServer its address may be reached for hot reload; never in a built app
 * @param onTrouble told when one of the ways out could not be closed
 */
export function cutOff(
  session: Session,
  developmentServer: string | undefined,
  onTrouble: (error: unknown) => void,
): void {
  const developmentHost = developmentServer && new URL(developmentServer).host;
  session.webRequest.onBeforeRequest((details, callback) => {
    const { protocol, host } = new URL(details.url);
    const isOwn = ownSchemes.includes(protocol);
    const isDevelopment = developmentHost !== undefined && host === developmentHost;
    callback({ cancel: !isOwn && !isDevelopment });
  });
  if (developmentServer === undefined) {
    // What asks for no address (WebRTC's sockets) passes the filter by, but not the proxy.
    session
      .setProxy({ proxyRules: proxyToNowhere, proxyBypassRules: '<-loopback>' })
      .catch((error: unknown) => onTrouble(error));
  }
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}
