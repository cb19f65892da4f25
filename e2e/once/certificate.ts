/**
 * A certificate and its key for servers on loopback: self-signed, for `localhost` and 127.0.0.1,
 * trusted only by who is told so with `trustIt`.
 */
import { createHash, X509Certificate } from 'node:crypto';

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBnzCCAUWgAwIBAgIUWcVSk52JoexfZ7anCXZJHglVjgMwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLRm95ZXIgdHJpYWwwIBcNMjYxMTIxMjM1NDMzWhgPMjEyNjEw
MjgyMzU0MzNaMBYxFDASBgNVBAMMC0ZveWVyIHRyaWFsMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE3+sLhppSFmsm2Ra3aJVGH/V7SeEEcBeljAEBr0YPP5pE/Fgd
XAz6zZ0qxZFhDjDeCwBdTg/agQyCAYus9cRqMKNvMG0wHQYDVR0OBBYEFOwIQeZr
lt/Q8YCS0kAznG91hTIOMB8GA1UdIwQYMBaAFOwIQeZrlt/Q8YCS0kAznG91hTIO
MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoG
CCqGSM49BAMCA0gAMEUCIBR/AJhdVmG5GGqOrADY+A73epo//JN3HXP2Vn6m3D45
AiEA/3EfwWh3xVI0h/HsmbLImRglku4x9zufz78B9nYpGcQ=
-----END CERTIFICATE-----
`;

export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYHMlM3ow6NCpjd/U
2lSwDOjcgIWqTw+3P3r266u/7bWhRANCAATf6wuGmlIWaybZFrdolUYf9XtJ4QRw
F6WMAQGvRg8/mkT8WB1cDPrNnSrFkWEOMN4LAF1OD9qBDIIBi6z1xGow
-----END PRIVATE KEY-----
`;

/** The switches by which Chromium takes the certificate, over QUIC too. */
export function trustIt(): string[] {
  const { publicKey } = new X509Certificate(certificate);
  const key = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return [
    `--ignore-certificate-errors-spki-list=${key}`,
    // QUIC takes roots that it doesn't know only for hosts that are named here; the port is nobody's.
    '--origin-to-force-quic-on=127.0.0.1:1',
  ];
}
