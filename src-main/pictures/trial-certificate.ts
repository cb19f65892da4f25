/**
 * A certificate and its key for tests of HTTPS on loopback: self-signed, trusted by nobody, for
 * `pictures.example`, `elsewhere.example` and the address 93.184.216.34.
 */
export const trialCertificate = `-----BEGIN CERTIFICATE-----
MIIBujCCAWGgAwIBAgIUSqUgCtM80u+dD+cRQEwLxcFBsnUwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLRm95ZXIgdHJpYWwwIBcNMjYxMTIxMDY0NDU0WhgPMjEyNjEw
MjgwNjQ0NTRaMBYxFDASBgNVBAMMC0ZveWVyIHRyaWFsMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAETws1CS/C+HzmWr3tHY9deZB8g/5Fa3ytZKAvqrn9ooQxAmxM
bVk4g1PVx2xYeuTQMiyZWCJdhUEtFyjr5mMAuaOBijCBhzAdBgNVHQ4EFgQUR/jf
HXzxSh3c8gUaZcvrxnxJNpgwHwYDVR0jBBgwFoAUR/jfHXzxSh3c8gUaZcvrxnxJ
NpgwDwYDVR0TAQH/BAUwAwEB/zA0BgNVHREELTArghBwaWN0dXJlcy5leGFtcGxl
ghFlbHNld2hlcmUuZXhhbXBsZYcEXbjYIjAKBggqhkjOPQQDAgNHADBEAiAd89we
OP3loV2UJYbFvGyX+Es907+TBFg5m9eV39FxcQIgaa8uHJJVLd6IrCaQUCV5yD7t
C8W5vHgu9pXdXbYeBhk=
-----END CERTIFICATE-----
`;

export const trialKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgU2pVVJ0U+U4Wx3cq
Lxi9JmDwNZYO6HKWZMyvLSqou7WhRANCAARPCzUJL8L4fOZave0dj115kHyD/kVr
fK1koC+quf2ihDECbExtWTiDU9XHbFh65NAyLJlYIl2FQS0XKOvmYwC5
-----END PRIVATE KEY-----
`;
