/**
 * Fields that sound secret are removed. What proves in the DNS that a domain is one's own is for everybody to read; the token by which a mail
 * address is confirmed lets whoever has it in, and with WhatsApp's verify token anybody can answer for the service. They are no domain's.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
const { answer, headers } = createRedaction({
  ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
});

it('the control: what is set in the DNS stays', () => {
  const body = JSON.stringify({ name: 'bot.mine.example', verificationToken: 'abc123' });
  expect(answer(body)).toBe(body);
});

it('the control: the same name in a header', () => {
  expect(headers({ 'x-email-verification-token': secret })).not.toContainEqual(secret);
});

it.each(['accessToken', 'emailVerificationToken', 'passwordVerifier', 'whatsAppVerifyToken'])(
  'the text of a field %s is taken out',
  (field) => {
    expect(answer(JSON.stringify({ workspace: { id: 'w1' }, [field]: secret }))).not.toContain(
      secret,
    );
  },
);
