import { expect, it } from 'vitest';
import { isClosedConnection, isProxySignIn, notSentReason } from './network-error';

it.each([
  ['net::ERR_NAME_NOT_RESOLVED', 'nameNotResolved'],
  ['net::ERR_CONNECTION_REFUSED', 'connectionRefused'],
  ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
  ['net::ERR_ADDRESS_UNREACHABLE', 'addressUnreachable'],
  ['net::ERR_NETWORK_ACCESS_DENIED', 'addressUnreachable'],
  ['net::ERR_UNSAFE_PORT', 'portBlocked'],
  ['net::ERR_CERT_DATE_INVALID', 'certificate'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate'],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
])('%s was certainly not sent', (code, reason) => {
  expect(notSentReason({ code })).toBe(reason);
});

it.each([
  'net::ERR_CONNECTION_RESET',
  'net::ERR_CONNECTION_CLOSED',
  'net::ERR_EMPTY_RESPONSE',
  'net::ERR_NETWORK_CHANGED',
  'net::ERR_NETWORK_IO_SUSPENDED',
  'net::ERR_TIMED_OUT',
  'net::ERR_CONNECTION_TIMED_OUT',
  'net::ERR_SSL_PROTOCOL_ERROR',
  'net::ERR_FAILED',
  'net::ERR_ABORTED',
  'net::ERR_HTTP2_PROTOCOL_ERROR',
  'ECONNRESET',
  'EPIPE',
  'EPROTO',
  'HPE_INVALID_CONSTANT',
  'toString',
])('%s may have been', (code) => {
  expect(notSentReason({ code })).toBeUndefined();
});

it('believes the codes of the system only while connecting', () => {
  expect(notSentReason({ code: 'EHOSTUNREACH', syscall: 'connect' })).toBe('addressUnreachable');
  expect(notSentReason({ code: 'EHOSTUNREACH', syscall: 'read' })).toBeUndefined();
  expect(notSentReason({ code: 'ENETDOWN', syscall: 'write' })).toBeUndefined();
  expect(notSentReason({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })).toBe('nameNotResolved');
});

it('knows a proxy that asks, and a connection that closed', () => {
  expect(isProxySignIn({ code: 'net::ERR_PROXY_AUTH_REQUESTED' })).toBe(true);
  expect(isProxySignIn({ code: 'net::ERR_PROXY_AUTH_UNSUPPORTED' })).toBe(true);
  expect(isProxySignIn({ code: 'net::ERR_PROXY_CONNECTION_FAILED' })).toBe(false);
  // The far end's own 407: it has read the request.
  expect(isProxySignIn({ code: 'net::ERR_UNEXPECTED_PROXY_AUTH' })).toBe(false);
  expect(isClosedConnection({ code: 'net::ERR_EMPTY_RESPONSE' })).toBe(true);
  expect(isClosedConnection({ code: 'net::ERR_FAILED' })).toBe(false);
});
