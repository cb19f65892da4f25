import { describe, expect, it } from 'vitest';
import { shortcutNamed } from '@shared/names';
import { ProblemError } from '@shared/problem-error';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { readPreviewForm, readShortcutForm } from './preview-form';

/**
 * The ID of a bot is copied from a page or a chat, and an unseen sign comes along: a zero-width space at its end, as
 * documentation tools put into what may be broken, or a mark of direction. Nobody can see it in the field. Forms
 * refuse bad input at its field; a link with the same ID is refused (`app/links/link.ts`).
 */
describe('an unseen sign in the ID of a bot', () => {
  /** Where the request of the form goes; or the field at which it is refused. */
  function goesTo(botId: string): string {
    try {
      const input = readPreviewForm({ botId, to: '+44 7700 900112', startGroupId: '' });
      return startChatAppPreviewRequest(trialConnection('northwind'), input).url;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'invalidFields') throw error;
      return error.problem.fields.map(({ field }) => `refused: ${field}`).join();
    }
  }

  const meant = goesTo('cl_booking');

  it('the control: with a space or a hard space behind it, the bot that is meant', () => {
    expect(goesTo('cl_booking \u00a0')).toBe(meant);
  });

  it.each([
    ['a zero-width space', 'cl_booking\u200b'],
    ['a mark of direction', '\u200ecl_booking'],
    ['an embedding, as Contacts copies it', '\u202acl_booking\u202c'],
  ])('with %s, the bot that is meant, or none', (_, botId) => {
    expect([meant, 'refused: botId']).toContain(goesTo(botId));
  });
});

/**
 * A shortcut's name is pasted from a page that may break its lines, with a zero-width space, a soft hyphen or a byte order
 * mark behind it. It is kept as it is seen: `foyer preview Booking` and a link find it, and no second one can look the
 * same, as is so with a blank or a mark of direction there.
 */
describe('a shortcut’s name with an unseen end', () => {
  const rest = { connectionId: 'c', botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };

  it.each([
    ['the control: a blank', ' '],
    ['the control: a mark of direction', '\u202C'],
    ['a zero-width space', '\u200B'],
    ['a soft hyphen', '\u00AD'],
    ['a byte order mark', '\uFEFF'],
  ])('%s', (_, unseen) => {
    const kept = { ...readShortcutForm({ ...rest, name: `Booking${unseen}` }, []), id: '1' };
    expect(shortcutNamed([kept], 'Booking')).toBe(kept);
  });

  it.each([
    ['a heart in colour', 'Love ❤\uFE0F'],
    [
      'the flag of Scotland',
      'Team \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    ],
  ])('keeps what shapes the last sign: %s', (_, name) => {
    const kept = readShortcutForm({ ...rest, name }, []);
    expect(kept.name).toBe(name);
    expect(shortcutNamed([kept], name)).toBe(kept);
  });

  it('finds one that an older Foyer kept so', () => {
    const kept = { name: 'Booking\u200B' };
    expect(shortcutNamed([kept], 'Booking')).toBe(kept);
  });
});
