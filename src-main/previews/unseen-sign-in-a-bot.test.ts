/**
 * The ID of a bot is copied from a page or a chat, and an unseen sign comes along: a zero-width space at its end, as
 * documentation tools put into what may be broken, or a mark of direction. Nobody can see it in the field. Forms
 * refuse bad input at its field; a link with the same ID is refused (`app/links/link.ts`).
 */
import { ProblemError } from '@shared/problem-error';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { readPreviewForm } from './preview-form';

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
