/** The guide: an export masks “the recipient of a preview, even where the answer repeats it”. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityDetails } from '@shared/activity';
import { createActivity } from './activity';
import { maskPersonalData } from './export-redaction';

/** A preview for someone, which the service refuses, as an export gives it away. */
function previewGivenAway(to: string, message: string, answer: object | string): ActivityDetails {
  const isPage = typeof answer === 'string';
  return maskPersonalData({
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'startChatAppPreview' },
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: {
      ...{ status: 400, headers: {}, isCut: false, form: isPage ? 'html' : 'json' },
      body: isPage ? answer : JSON.stringify(answer),
    },
  });
}

const allGivenAway = (to: string, message: string): string =>
  JSON.stringify(previewGivenAway(to, message, { message }));
const messageGivenAway = (to: string, message: string): string =>
  JSON.stringify(previewGivenAway(to, message, { message }).outcome);
const answerGivenAway = (to: string, answer: object | string): string =>
  previewGivenAway(to, 'Not found', answer).answer?.body ?? '';

/**
 * An export masks the recipient of a preview wherever the service repeats it. A service repeats it as it writes it
 * itself: the national zero in brackets, which nobody dials from abroad, is dropped, and so is the @ before a name;
 * letters with marks come as one sign or as several, and in a page by their names.
 */
describe('a recipient as the service writes it', () => {
  async function exportedAfter(to: string, message: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const activity = createActivity({ folder });
    const id = await activity.begin({
      ...{ kind: 'startChatAppPreview', subject: 'bot_a', connectionId: 'c1' },
      connectionLabel: 'Northwind',
      request: {
        ...{ method: 'POST', url: 'https://northwind.example/api/v1/bots/bot_a/start-preview' },
        ...{ headers: {}, body: JSON.stringify({ to }) },
      },
    });
    await activity.end(id, {
      outcome: { kind: 'accepted', status: 200 },
      tookMs: 1,
      answer: {
        ...{ status: 200, headers: {}, form: 'json', isCut: false },
        body: JSON.stringify({ message }),
      },
    });
    return activity.exported();
  }

  it.each([
    ['the control, a number without a zero', '+49 170 1234567', 'wa491701234567', '1701234567'],
    ['a number with its zero in brackets', '+49 (0)170 1234567', 'wa491701234567', '1701234567'],
    ['another one', '+44 (0)20 7946 0958', 'session-442079460958-wa442079460958x', '2079460958'],
    ['a zero without brackets', '+49 0170 1234567', 'wa491701234567', '1701234567'],
    ['a country by its zeros', '0044 (0)20 7946 0958', 'wa442079460958x', '2079460958'],
    ['a name with a mark for its space', 'Anna Zoë', 'Sent to anna_zoë', 'anna_zoë'],
    ['a name with a dot for its space', 'Anna Zoë', 'Sent to anna.zoë', 'anna.zoë'],
    ['a name with another apostrophe', 'Anna O’Brien', "Sent to Anna O'Brien", 'Brien'],
    ['the same the other way round', "Anna O'Brien", 'Sent to Anna O’Brien', 'Brien'],
    ['the control, a name', 'anna_bergstrom', 'Sent to anna_bergstrom', 'anna_bergstrom'],
    ['a name with an @', '@anna_bergstrom', 'Sent to anna_bergstrom', 'anna_bergstrom'],
    ['a short name with an @', '@mia', 'mia: not in the same family', 'mia:'],
    ['a letter with its mark apart', 'Zoë Çelik', 'Zoe\u0308 C\u0327elik is away', 'elik'],
    ['one that the service puts together', 'Zoe\u0308 C\u0327elik', 'Zoë Çelik is away', 'elik'],
    [
      'the control, letters by their numbers',
      'Jürgen Groß',
      'J&#252;rgen Gro&#xdf; is away',
      'rgen',
    ],
    ['letters by their names', 'Jürgen Groß', 'J&uuml;rgen Gro&szlig; is away', 'rgen'],
    ['other letters by their names', 'Søren Šimůnek', 'S&oslash;ren &Scaron;im&uring;nek', 'nek'],
  ])('%s', async (_what, to, message, hidden) => {
    expect(await exportedAfter(to, message)).not.toContain(hidden);
  });
});

/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats it”. A recipient of fewer than
 * eight letters is looked for as a word. Chinese, Japanese, Thai and Korean names are that short, and their sentences go on
 * without a space, or with a syllable at the name: there it is looked for inside the text.
 */
describe('a recipient in a script without spaces', () => {
  it.each([
    ['the control: set apart', '山田太郎', '見つかりません: 山田太郎'],
    ['the control: English', 'mia', 'No user mia here'],
    ['English in Japanese', 'mia', 'miaさんは登録されていません'],
    ['Japanese', '山田太郎', '山田太郎さんは登録されていません'],
    ['Chinese', '李小龙', '用户李小龙不存在'],
    ['Chinese, typed with a space', '李 小龙', '用户 李小龙 不存在'],
    ['Korean', '김민수', '김민수님은 등록되어 있지 않습니다'],
    ['Thai', 'สมชาย', 'ไม่พบผู้ใช้สมชายในระบบ'],
  ])('%s', (_, to, message) => {
    expect(messageGivenAway(to, message)).not.toContain(to.replace(' ', ''));
  });

  it.each([
    ['English', 'mia', 'Not in the family'],
    ['Greek', 'νίκη', 'Δεν είναι η Θεσσαλονίκη'],
    ['Arabic', 'علي', 'التعليم غير متاح'],
    ['one Chinese letter', '李', '行李不存在'],
  ])('leaves another word in which it stands: %s', (_, to, message) => {
    expect(messageGivenAway(to, message)).toContain(message);
  });
});

/**
 * The guide: “An export also masks phone numbers and the recipient of a preview, even where the answer repeats them”. The ID that WhatsApp gives
 * every message (`wamid.…`) has the number of whoever gets it in it, in base64: anybody who is sent the export can read it.
 */
describe('a recipient in an ID of WhatsApp', () => {
  const number = '491701234567';
  /** As WhatsApp makes it: its length and the number, and then what is of the message. */
  const wamid = `wamid.${Buffer.concat([
    Buffer.from([0x1c, 0x18, number.length]),
    Buffer.from(number),
    Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 0x12]),
    Buffer.from('5F425A74F13033492A'),
    Buffer.from([0x00]),
  ]).toString('base64')}`;

  const exported = (answered: object): string => answerGivenAway('+49 170 1234567', answered);

  it('the control: the number as it is', () => {
    expect(exported({ message: 'success', to: number, id: number })).not.toContain(number);
  });

  it('is not to be read out of the ID of the message', () => {
    const body = exported({ message: 'success', messages: [{ id: wamid }] });
    const [, id = ''] = /wamid\.([\w+/=]+)/u.exec(body) ?? [];
    expect(Buffer.from(id, 'base64').toString('latin1')).not.toContain(number);
  });
});

/**
 * A recipient is typed as people write numbers, with a plus and spaces. Services keep the digits alone (Typebot
 * drops the plus, spaces and hyphens) and put them into names of their own: `wa-<line>-<number>` is what it calls
 * a conversation. The guide: an export masks the recipient of a preview, even where the answer repeats it.
 */
describe('a recipient in other signs', () => {
  const answers = [
    ['alone', 'no chat with 4915112345678'],
    ['behind a word', 'no session chat4915112345678'],
    ['in the name of a conversation', 'no session wa-4915112345678'],
    ['behind the number of the line', 'no session wa-106540352242922-4915112345678'],
    ['before a word', 'no session 4915112345678c'],
  ] as const;

  it.each(answers)('the control: written in the same way, it is masked %s', (_, message) => {
    expect(allGivenAway('4915112345678', message)).not.toContain('4915112345678');
  });

  it.each(answers)('written with a plus and spaces, it is masked %s', (_, message) => {
    expect(allGivenAway('+49 151 12345678', message)).not.toContain('4915112345678');
  });
});

/**
 * An export masks the recipient of a preview wherever the service repeats it, also in a page. HTML 4 has names for more
 * than letters with a mark: for the apostrophe that a Mac or a phone types, and for ligatures; HTML 5 for a Polish ł. And
 * what is no name at all is left as it is.
 */
describe('a recipient with a letter that HTML has a name for', () => {
  it.each([
    ['the control, a letter with a mark', 'Zoë Brennan', '<p>Zo&euml; Brennan</p>', 'Brennan'],
    ['an apostrophe', 'Anna O’Brennan', '<p>Anna O&rsquo;Brennan</p>', 'Brennan'],
    ['a ligature', 'Cœline Brennan', '<p>C&oelig;line Brennan</p>', 'Brennan'],
    ['a Polish letter', 'Paweł Nowak', '<p>Pawe&lstrok; Nowak</p>', 'Nowak'],
  ])('%s', (_what, to, body, hidden) => {
    expect(answerGivenAway(to, body)).not.toContain(hidden);
  });

  it('a name that HTML does not have', () => {
    expect(answerGivenAway('anna', '<script>f(a&valueOf;b)</script>')).toContain('&valueOf;');
  });
});

/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats them”. Foyer knows from a real
 * service that it strips blanks and dashes from a recipient (`isUnusualRecipient`, `recipientKey`), and repeats it so: also
 * one that is no number, such as an address with a dash or a name of two words.
 */
describe('a recipient without its dashes', () => {
  const exported = (to: string, repeated: string): string =>
    allGivenAway(to, `User ${repeated} isn’t known.`);

  it.each([
    ['the control: as it was sent', 'anna-maria@example.org', 'anna-maria@example.org'],
    ['the control: a number', '+49 170-123 4567', '491701234567'],
    ['an address without its dash', 'anna-maria@example.org', 'annamaria@example.org'],
    ['a name without its blank', 'Anna Schmidt', 'AnnaSchmidt'],
  ])('a recipient that the answer repeats is masked: %s', (_, to, repeated) => {
    expect(exported(to, repeated)).not.toContain(repeated);
  });

  it('one of dashes alone is nobody’s', () => {
    expect(exported('--', 'anna')).toContain('User anna isn’t known.');
  });

  it.each([
    ['a b', 'ab'],
    ['for m', 'form'],
    ['40 0', '400'],
  ])('of a short one, %s, other words that it makes without its blank are left', (to, word) => {
    expect(exported(to, word)).toContain(`User ${word} isn’t known.`);
    expect(exported(to, to)).not.toContain(`User ${to} `);
  });
});

/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats it”. A short number is masked as it was typed; services
 * keep numbers without their plus and in groups, and of a name that ends in a dot the dot goes.
 */
describe('a short number without its plus', () => {
  it.each([
    ['the control', '+290 4567', '+290 4567'], // Saint Helena's are of four or five digits
    ['without its blank', '+290 4567', '+2904567'],
    ['without its plus', '+49 115', '49115'],
    ['without its brackets', '(0)4567', '04567'],
    ['in groups', '45678', '456 78'],
    ['a name without its dot', 'Anna K.', 'Anna K'],
  ])('%s', (_, to, written) => {
    expect(messageGivenAway(to, `${written} isn’t registered`)).not.toContain(written);
  });
});

/**
 * A recipient is typed as people in a small country, or inside one, write it: with the zeros that are dialled first. The
 * service puts the digits alone into a name of its own, where a letter stands before them. An export masks the
 * recipient there, too: `Mask a recipient's number also as its digits alone`.
 */
describe('a short recipient behind a word', () => {
  it.each([
    ['the control: of as many digits, none of them a zero before it', '655 50 123', '65550123'],
    ['the control: typed as the service writes it', '05550123', '05550123'],
    ['with a zero before it', '0555 0123', '05550123'],
  ])('%s', (_name, to, digits) => {
    expect(allGivenAway(to, `no session chat${digits}`)).not.toContain(digits);
  });
});
