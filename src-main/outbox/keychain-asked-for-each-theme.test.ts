/**
 * The system asks a person whether Foyer may use its token (macOS after an update, say, or a locked keyring), and they
 * say no: the keychain's error (`errSecUserCanceled`, "User canceled the operation."). Several themes wait for that one
 * connection. Each time that the keychain is asked the question is on the screen again.
 */
import { expect, it } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { outboxFixture } from './testing/fixture-outbox';

async function questions(themes: number) {
  const made = await outboxFixture({ themes });
  await made.publish(...made.ids);
  await made.drained();
  let asked = 0;
  const credentials = createCredentials({
    keychain: {
      get: () => {
        asked += 1;
        return new Promise((_resolve, reject) =>
          setTimeout(() => reject(new Error('User canceled the operation.')), 5),
        );
      },
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
    onSecret: () => undefined,
    platform: 'darwin',
    secretService: () => Promise.resolve('open'),
    warn: () => undefined,
  });
  const { origin } = new URL(made.connection.baseAddress);
  made.tokenFor = () => credentials.token('c1', origin);
  await made.publish(...made.ids);
  await made.settled();
  const atOnce = asked;
  // Also of those whose turn has not come.
  for (const item of await made.items()) {
    expect(item).toMatchObject({ why: 'problem', problem: { code: 'keychainLocked' } });
  }
  for (let minute = 0; minute < 10; minute += 1) {
    made.clock.pass(60_000);
    await made.settled();
  }
  return { atOnce, inTenMinutes: asked - atOnce };
}

it('the control: one theme asks once, and now and then', async () => {
  const { atOnce, inTenMinutes } = await questions(1);
  expect(atOnce).toBe(1);
  expect(inTenMinutes).toBeLessThanOrEqual(10);
});

it('twelve themes of one connection ask no more often', async () => {
  const [one, many] = [await questions(1), await questions(12)];
  expect(many).toEqual(one);
});
