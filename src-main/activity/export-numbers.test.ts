/** The guide: “an export also masks phone numbers”, wherever they stand and however they are written. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { type Activity, createActivity } from './activity';
import { withMaskedNumbers } from './export-redaction';

/**
 * Activity is exported for a support question. An export masks phone numbers, wherever they stand: also in the
 * address of a request, as where a service names its bots by their numbers, and in what a connection is called.
 */
describe('a number in an address, or in a connection’s label', () => {
  let activity: Activity;

  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    activity = createActivity({ folder: join(root, 'activity') });
  });

  /** The export after a preview of a bot was started through a connection, as one object. */
  async function exportedAfter(
    bot: string,
    label: string,
    host = 'n.example',
  ): Promise<Record<string, unknown>> {
    const id = await activity.begin({
      kind: 'startChatAppPreview',
      subject: bot,
      connectionId: 'c1',
      connectionLabel: label,
      request: {
        method: 'POST',
        url: `https://${host}/v1/bots/${bot}/chat-app/start-preview`,
        headers: {},
        body: '{"to":"+44 7700 900112"}',
      },
    });
    const answer = { status: 200, headers: {}, form: 'json', body: '{}', isCut: false } as const;
    await activity.end(id, { outcome: { kind: 'accepted', status: 200 }, tookMs: 1, answer });
    return JSON.parse(await activity.exported()) as Record<string, unknown>;
  }

  it('the control: the bot’s number is masked where the request is about it, and so is the recipient', async () => {
    const { subject, request } = await exportedAfter('447700900345', 'Northwind');
    expect(subject).toBe('••••••••••45');
    expect(request).toMatchObject({ body: '{"to":"•••12"}' });
  });

  it('and in the address of the same request', async () => {
    const exported = await exportedAfter('447700900345', 'Northwind');
    expect(JSON.stringify(exported)).not.toContain('447700900345');
  });

  it('and in the connection’s label', async () => {
    const exported = await exportedAfter('cl_booking', 'Shop +44 7700 900678');
    expect(JSON.stringify(exported)).not.toContain('7700 900678');
  });

  it('but not the host that it went to, which may be digits, too', async () => {
    const { request } = await exportedAfter('447700900345', 'Northwind', '192.168.100.20:8443');
    expect(request).toMatchObject({
      url: 'https://192.168.100.20:8443/v1/bots/••••••••••45/chat-app/start-preview',
    });
  });
});

/**
 * A recipient's number is typed in the digits of another script, as keyboards for Arabic, Persian or Hindi write them,
 * with spaces. The service repeats it without the spaces. The guide: an export masks phone numbers and the recipient
 * of a preview, even where the answer repeats them.
 */
describe('a number in the digits of another script', () => {
  const northwind = trialConnection('northwind');

  /** The export after the service refused a preview to the recipient in these words. */
  async function exportedAfter(
    to: string,
    message: string,
    connectionLabel = northwind.label,
  ): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const activity = createActivity({ folder: join(root, 'activity') });
    const { method, url, body } = startChatAppPreviewRequest(northwind, { botId: 'bot', to });
    const id = await activity.begin({
      ...{ kind: 'startChatAppPreview', subject: 'bot' },
      ...{ connectionId: northwind.id, connectionLabel },
      request: { method, url, headers: {}, body },
    });
    const answer = { status: 400, headers: {}, form: 'json', isCut: false } as const;
    await activity.end(id, {
      outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
      tookMs: 1,
      answer: { ...answer, body: JSON.stringify({ message }) },
    });
    return activity.exported();
  }

  it('the control: in the digits of this script', async () => {
    const exported = await exportedAfter('050 123 4567', 'no chat with 0501234567');
    expect(exported).not.toContain('0501234567');
  });

  it('the control: in Arabic digits, repeated as it was typed', async () => {
    const exported = await exportedAfter('٠٥٠ ١٢٣ ٤٥٦٧', 'no chat with ٠٥٠ ١٢٣ ٤٥٦٧');
    expect(exported).not.toContain('١٢٣');
  });

  it.each([
    ['Arabic', '٠٥٠ ١٢٣ ٤٥٦٧', '٠٥٠١٢٣٤٥٦٧'],
    ['Persian', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '۰۹۱۲۳۴۵۶۷۸۹'],
  ])('in %s digits, repeated without its spaces', async (_, to, repeated) => {
    const exported = await exportedAfter(to, `no chat with ${repeated}`);
    expect(exported).not.toContain(repeated);
  });

  it('in Arabic digits, in a connection’s label', async () => {
    const exported = await exportedAfter('+44 7700 900112', 'no', 'Shop ٠٥٠١٢٣٤٥٦٧');
    expect(exported).not.toContain('٠٥٠١٢٣٤٥٦٧');
  });
});

/**
 * The guide: “an export also masks phone numbers”. A day is nobody's number and is left, as a whole; of one with a time
 * behind it, which follows on a short number in what a service answers, the year is masked with that number.
 */
describe('a number before a day', () => {
  it.each([
    ['the control: behind a word', 'Try again after 2026-11-27T10:00:00Z.'],
    ['a status', 'HTTP 429 (2026-11-27T10:00:00Z)'],
    ['a limit', 'Limit of 200 - 2026-11-27T10:00:00Z'],
    ['a number in an address', '/backups/5/2026-11-27T10:00:00Z'],
    ['an id behind a status', '500 01234567-1234-7123-8123-123456789012'],
  ])('is left as it is: %s', (_name, text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });
});

/**
 * The guide: “an export also masks phone numbers”. Services of chats put the number before a hyphen: the id of a WhatsApp
 * group is the number of who made it, a hyphen and a time; a recording is called by the number and the day; a status
 * follows on the number. Only an id and a day are left, each as a whole.
 */
describe('a number before a hyphen', () => {
  it.each([
    ['the control: nothing follows', '"chatId":"4917012345678@c.us"', '4917012345678'],
    ['the id of a group', '"chatId":"4917012345678-1612345678@g.us"', '4917012345678'],
    ['the name of a recording', '"file":"4917012345678-2026-11-27.ogg"', '4917012345678'],
    ['a word', '"status":"+4917012345678-delivered"', '4917012345678'],
    ['a word behind a number with blanks', '"status":"+49 170 1234567-blocked"', '170 1234567'],
  ])('a phone number before a hyphen is masked: %s', (_, text, number) => {
    expect(withMaskedNumbers(text)).not.toContain(number);
  });

  it.each([
    ['a day', 'message-2026-11-27.log'],
    ['an id behind letters', 'cl01234567-1234-7123-8123-123456789012'],
  ])('%s is left', (_, text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it('a long text of what almost is a number, an id or a day takes no time', () => {
    const text = '01234567-1234-'.repeat(20_000) + '2026-11-2026-11-'.repeat(20_000);
    const start = performance.now();
    withMaskedNumbers(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

/**
 * The guide: “an export also masks phone numbers”. Programs write a number sign before what they name by its number: “Sender
 * #15550100123 is not verified”. A colour has eight digits behind it at most, and stays.
 */
describe('a number behind a hash', () => {
  it.each(['#30323512', '#303235', 'color: #12345678;', '1px #303235 100%', '&#35;30323512'])(
    'the control: a colour stays: %s',
    (text) => {
      expect(withMaskedNumbers(text)).toBe(text);
    },
  );

  it.each([
    'Sender 15550100123 is not verified',
    'Sender #15550100123 is not verified',
    'https://chat.example/#15550100123',
    'Contact #1 555 010 0123',
    'Contact #1555 010 0123',
  ])('is masked: %s', (text) => {
    expect(withMaskedNumbers(text)).not.toMatch(/0100|010 0/u);
  });
});

/**
 * The guide: “an export also masks phone numbers”, also those that are set with middle dots, as on business cards and in
 * the signatures made of them, with tabs, as a table is pasted, or that stand right behind a numbered colon: a time has no
 * ten digits behind one.
 */
describe('a number between other signs', () => {
  it.each([
    ['the control: dots', 'Call 415.555.0123 first.', '555'],
    ['the control: behind a colon', 'Line:4155550123 is busy.', '555'],
    ['middle dots', 'Call 415·555·0123 first.', '555'],
    ['bullets', 'Call 415•555•0123 first.', '555'],
    ['wide signs', 'Call ０３（１２３４）５６７８ first.', '３４'],
    ['the mark of kana', 'Call 090ー1234ー5678 first.', '1234'],
    ['in wide digits', 'Call ０９０ー１２３４ー５６７８ first.', '１２３４'],
    ['in half width', 'Call 090ｰ1234ｰ5678 first.', '1234'],
    ['rules of a box', 'Call 090─1234─5678 first.', '1234'],
    ['tabs', 'Call 06\t12\t34\t56\t78 first.', '34'],
    ['a numbered colon', 'Line 1:4155550123 is busy.', '555'],
  ])('is masked: %s', (_, text, digits) => {
    expect(withMaskedNumbers(text)).not.toContain(digits);
  });

  it('the control: a time stays', () => {
    expect(withMaskedNumbers('At 10:15:30.1234567 it ended.')).toContain('10:15:30.1234567');
  });
});

/**
 * The guide: “an export also masks phone numbers”. A number in groups of four, two and two digits, as people write it, begins
 * like a day; more digits follow, so that it is none. It was masked before; now all of it is given away.
 */
describe('a number that begins like a day', () => {
  it.each([
    ['the control: another beginning', 'Number 2312-10-15-12 is unknown.', '2312-10-15-12'],
    ['two more digits', 'Number 2012-10-15-12 is unknown.', '2012-10-15-12'],
    ['four more digits', 'Number 2012-10-15 1234 is unknown.', '2012-10-15 1234'],
    [
      'four more, behind a day as people write it',
      'Number 15.10.2012 1234 is unknown.',
      '15.10.2012',
    ],
    ['another group before such a day', 'Number 1.15.10.2012 is unknown.', '15.10.2012'],
    ['such a day behind a country’s code', 'Number +45 12.12.2012 is unknown.', '12.12.2012'],
    ['another one', 'Number +47 2012-12-12 is unknown.', '2012-12-12'],
    ['in brackets', 'Number (+45) 12.12.2012 is unknown.', '12.12.2012'],
  ])('is masked: %s', (_, text, number) => {
    expect(withMaskedNumbers(text)).not.toContain(number);
  });

  it.each(['In UTC+1 2026-11-27 it ends.', 'In GMT+0100 27.11.2026 it ends.'])(
    'stays: %s',
    (text) => {
      expect(withMaskedNumbers(text)).toBe(text);
    },
  );
});

/**
 * The guide: “an export also masks phone numbers”, also one with an extension right behind it, as Americans and many address
 * books write it. Any other letter behind a row of digits makes it part of an id.
 */
describe('a number with an extension', () => {
  it.each([
    ['the control: a blank before it', '415-555-0123 x45', '555-01'],
    ['an x', '415-555-0123x45', '555-01'],
    ['an x, from abroad', '+1 415-555-0123x45', '55-0123'],
    ['ext.', '+1 (415) 555-0123ext. 45', '555-01'],
  ])('is masked: %s', (_, number, digits) => {
    expect(withMaskedNumbers(`Call ${number} first.`)).not.toContain(digits);
  });

  it.each(['1234567abc', '12345678x', '1234567extra'])('an id stays: %s', (id) => {
    expect(withMaskedNumbers(id)).toBe(id);
  });
});

/**
 * The guide: “an export also masks phone numbers”. Two may stand beside each other, as in a signature or in what a service
 * lists, or one behind a day; nothing tells where the first one ends, and all of both is masked but the last two digits.
 */
describe('two numbers beside each other', () => {
  it.each([
    ['the control: with a comma', '01 23 45 67 89, 06 12 34 56 78', '34 56'],
    ['the control: ten digits in groups of three', '415 555 0123 / 415 555 0199', '555'],
    ['with a slash', '01 23 45 67 89 / 06 12 34 56 78', '34 56'],
    ['with a dash', '01 23 45 67 89 - 06 12 34 56 78', '34 56'],
    ['the second in brackets', '+33 6 12 34 56 78 (+33 1 23 45 67 89)', '3 1'],
    ['behind a day', '2026-11-27 06 12 34 56 78', '34 56'],
    ['behind a day, from abroad', '2026-11-27 +1 415 555 0123', '012'],
  ])('is masked: two numbers %s', (_, numbers, digits) => {
    expect(withMaskedNumbers(`Only ${numbers} can be written to.`)).not.toContain(digits);
  });

  it('all but the last two digits of two numbers is masked', () => {
    expect(withMaskedNumbers('Only 01 23 45 67 89 / 06 12 34 56 78 can be.')).toBe(
      'Only •• •• •• •• •• / •• •• •• •• 78 can be.',
    );
  });

  it.each([
    ['a day in brackets', 'HTTP 429 (2026-11-27)'],
    ['a day and a time in the columns of a table', '2026-11-27\t10:15:30\t429'],
    ['more digits than a number has', '4155550123415555 and 12345678901234567890'],
  ])('is left as it is: %s', (_, text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it.each([
    '1',
    '12 ',
    '12345678-',
    '4155550123 / ',
    '2026-11-27 ',
    '12\t',
    '1:41',
    '1x1',
    '12ext. 1',
    '27.11.',
    '27.11.2026 ',
    '#',
    '#123 ',
    'rgb(1 ',
    'max-age=1',
    'stale-',
  ])('is looked for in time that grows with the text, in a text of nothing but %s', (part) => {
    // Time that grows with its square would run into the test's limit.
    const text = part.repeat(400_000 / part.length);
    expect(withMaskedNumbers(`${text}a`)).toHaveLength(text.length + 1);
  });
});
