/**
 * The changelog: a token “is removed from Activity, its export and the log, however a service repeats it”. Dashboards show it as
 * `Bearer TOKEN` or `Token TOKEN`, and so it is pasted; and where the connection's scheme is empty, it has to be entered so. What the
 * service repeats is the token without that word.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const token = 'sk_live_a1B2c3D4e5F6g7H8i9';

it.each([
  ['the control: the token alone', token],
  ['behind Bearer', `Bearer ${token}`],
  ['behind Token', `Token ${token}`],
  ['behind the name of its header', `Authorization: Bearer ${token}`],
])('%s', (_, typed) => {
  const { answer, token: withoutToken } = createRedaction({
    ...{ token: typed, requestBody: '{}', cutsAllAddresses: false },
  });
  const body = JSON.stringify({ message: `Unknown token ${token}` });
  expect(answer(body)).not.toContain(token);
  expect(withoutToken(body)).not.toContain(token);
});
