/**
 * What became of the keychain of a Linux desktop, asked of the session's bus: what libsecret says of
 * its errors is a sentence in the system's language.
 */
import { flagOnBus, isOnBus, type Environment } from './bus';

/** `kwallet`: there is a wallet, and it does not serve other desktops' programs. */
export type SecretService = 'open' | 'locked' | 'kwallet' | 'absent';

const service = 'org.freedesktop.secrets';
const wallets = ['org.kde.kwalletd6', 'org.kde.kwalletd5'];

export async function secretService(environment: Environment): Promise<SecretService> {
  if (await isOnBus(service, { environment, orStarts: true })) {
    const collection = {
      name: service,
      path: '/org/freedesktop/secrets/aliases/default',
      interface: 'org.freedesktop.Secret.Collection',
    };
    return (await flagOnBus(collection, 'Locked', environment)) ? 'locked' : 'open';
  }
  for (const wallet of wallets) {
    if (await isOnBus(wallet, { environment, orStarts: true })) return 'kwallet';
  }
  return 'absent';
}
