/**
 * An export masks the recipient of a preview wherever the service repeats it. A service repeats it as it writes it
 * itself: the national zero in brackets, which nobody dials from abroad, is dropped, and so is the @ before a name;
 * letters with marks come as one sign or as several, and in a page by their names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from './activity';

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
  ['the control, letters by their numbers', 'Jürgen Groß', 'J&#252;rgen Gro&#xdf; is away', 'rgen'],
  ['letters by their names', 'Jürgen Groß', 'J&uuml;rgen Gro&szlig; is away', 'rgen'],
  ['other letters by their names', 'Søren Šimůnek', 'S&oslash;ren &Scaron;im&uring;nek', 'nek'],
])('%s', async (_what, to, message, hidden) => {
  expect(await exportedAfter(to, message)).not.toContain(hidden);
});
