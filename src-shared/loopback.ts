/**
 * Whether a host name, as `URL` writes it, is this computer itself: the only place that plain `http:`
 * may go to.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
}
