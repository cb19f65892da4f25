import type { notSentReasons } from '@shared/service/outcome';

type NotSentReason = (typeof notSentReasons)[number];

/**
 * The errors that arise before anything has left, and no others (architecture, *Sending*). Chromium's
 * are from its list of network errors (net/base/net_error_list.h). Left out on purpose, since they can
 * come after the request has left: ERR_NETWORK_CHANGED, ERR_NETWORK_IO_SUSPENDED, ERR_CONNECTION_RESET,
 * ERR_CONNECTION_CLOSED, ERR_EMPTY_RESPONSE, ERR_TIMED_OUT, ERR_SSL_PROTOCOL_ERROR.
 */
const chromium: Readonly<Record<string, NotSentReason>> = {
  ERR_NAME_NOT_RESOLVED: 'nameNotResolved',
  ERR_NAME_RESOLUTION_FAILED: 'nameNotResolved',
  ERR_CONNECTION_REFUSED: 'connectionRefused',
  ERR_INTERNET_DISCONNECTED: 'offline',
  ERR_ADDRESS_UNREACHABLE: 'addressUnreachable',
  ERR_ADDRESS_INVALID: 'addressUnreachable',
  ERR_NETWORK_ACCESS_DENIED: 'addressUnreachable',
  ERR_UNSAFE_PORT: 'portBlocked',
  ERR_PROXY_CONNECTION_FAILED: 'proxy',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxy',
  ERR_SOCKS_CONNECTION_FAILED: 'proxy',
  ERR_PROXY_CERTIFICATE_INVALID: 'proxy',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'proxy',
};

/** Node's, when the call that failed was the look-up of a name or the connecting. */
const whileConnecting: Readonly<Record<string, NotSentReason>> = {
  ENOTFOUND: 'nameNotResolved',
  EAI_AGAIN: 'nameNotResolved',
  ECONNREFUSED: 'connectionRefused',
  EHOSTUNREACH: 'addressUnreachable',
  EADDRNOTAVAIL: 'addressUnreachable',
  ENETUNREACH: 'offline',
  ENETDOWN: 'offline',
};

/** OpenSSL's refusals of a certificate, as Node names them (documentation of `node:tls`). */
const certificate =
  /^(?:CERT_|CRL_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(?:GET_ISSUER_CERT|GET_CRL|DECRYPT_CERT|DECODE_ISSUER|VERIFY_LEAF)|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_ALTNAME_INVALID$|PATH_LENGTH_EXCEEDED$)/u;

/** The failure of a request that got no answer. */
export interface NetworkFailure {
  readonly code: string;
  readonly syscall?: string | undefined;
}

/** Why the request certainly never arrived; `undefined` when that is not certain. */
export function notSentReason({ code, syscall }: NetworkFailure): NotSentReason | undefined {
  if (code.startsWith('net::')) {
    const name = code.slice('net::'.length);
    return name.startsWith('ERR_CERT_') ? 'certificate' : chromium[name];
  }
  if (certificate.test(code)) return 'certificate';
  return syscall === 'connect' || syscall === 'getaddrinfo' ? whileConnecting[code] : undefined;
}

/**
 * Whether a proxy on the way asked to be signed in to, and was not; these arise only on the way to
 * it. ERR_UNEXPECTED_PROXY_AUTH does not belong here: it is a 407 from behind the proxy, or with none.
 */
export function isProxySignIn({ code }: NetworkFailure): boolean {
  return code.startsWith('net::ERR_PROXY_AUTH_');
}

/** Whether the connection ended without an answer, as far as the code tells. */
export function isClosedConnection({ code }: NetworkFailure): boolean {
  return (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /^net::ERR_(?:CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)$/u.test(
      code,
    )
  );
}
