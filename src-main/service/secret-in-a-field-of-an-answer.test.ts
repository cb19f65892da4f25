/**
 * The guide: “Tokens … and headers that sound secret are removed before anything is recorded, however the service wrote them”; the
 * window says “Tokens are never recorded.” An answer that opens a session, or has a payment confirmed (3-D Secure), has the same
 * secrets in fields of its body as others have in headers: these are recorded, and exported for a support question.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'eyJhbGciOiJIUzI1NiJ9.e30.a9f8e7d6c5b4';
const redaction = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: true,
});

it('the control: a header of that name', () => {
  expect(Object.values(redaction.headers({ 'x-access-token': secret }))).not.toContain(secret);
});

it.each(['accessToken', 'refresh_token', 'sessionToken', 'apiKey', 'client_secret', 'password'])(
  'a field %s of an answer',
  (field) => {
    const body = JSON.stringify({ workspace: { id: 'w1' }, [field]: secret });
    expect(redaction.answer(body)).not.toContain(secret);
  },
);
