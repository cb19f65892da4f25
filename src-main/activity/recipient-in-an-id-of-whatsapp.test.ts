/**
 * The guide: “An export also masks phone numbers and the recipient of a preview, even where the answer repeats them”. The ID that WhatsApp gives
 * every message (`wamid.…`) has the number of whoever gets it in it, in base64: anybody who is sent the export can read it.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

const number = '491701234567';
/** As WhatsApp makes it: its length and the number, and then what is of the message. */
const wamid = `wamid.${Buffer.concat([
  Buffer.from([0x1c, 0x18, number.length]),
  Buffer.from(number),
  Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 0x12]),
  Buffer.from('5F425A74F13033492A'),
  Buffer.from([0x00]),
]).toString('base64')}`;

function exported(answered: object): string {
  const details: ActivityDetails = {
    ...{ id: 'a1', sequence: 1, at: '2026-01-02T10:00:00.000Z', kind: 'startChatAppPreview' },
    ...{ subject: 'bot-1', connectionId: 'c1', connectionLabel: 'Northwind', tookMs: 400 },
    outcome: { kind: 'accepted', status: 200 },
    request: {
      ...{ method: 'POST', url: 'https://a.example/v1/bots/bot-1/chat-app/start-preview' },
      ...{ headers: {}, body: JSON.stringify({ to: '+49 170 1234567' }), isCut: false },
    },
    answer: {
      ...{ status: 200, headers: {}, form: 'json', isCut: false },
      body: JSON.stringify(answered),
    },
  };
  return maskPersonalData(details).answer?.body ?? '';
}

it('the control: the number as it is', () => {
  expect(exported({ message: 'success', to: number, id: number })).not.toContain(number);
});

it('is not to be read out of the ID of the message', () => {
  const body = exported({ message: 'success', messages: [{ id: wamid }] });
  const [, id = ''] = /wamid\.([\w+/=]+)/u.exec(body) ?? [];
  expect(Buffer.from(id, 'base64').toString('latin1')).not.toContain(number);
});
