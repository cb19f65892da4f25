/**
 * A shortcut is named in Persian, where a zero-width non-joiner stands inside words, or with an emoji that is made of
 * several (a family), which a zero-width joiner holds together. The guide: a link `foyer://preview/NAME` fills
 * in its confirmation.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewAsk } from '@shared/previews';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPreviews } from '../../previews/previews';
import { showLink } from './shown-link';

vi.mock('electron', () => ({ app: {} }));

const northwind = trialConnection('northwind');

/** What is shown of a link to a shortcut that a person saved under the name. */
async function shownFor(name: string): Promise<PreviewAsk[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-links-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined },
    send: () => Promise.reject(new Error('a link sends nothing')),
    connectionById: (id) => (id === northwind.id ? northwind : undefined),
    connectionAt: () => undefined,
  });
  const form = { botId: 'cl_booking', to: '+44 7700 900112', startGroupId: '' };
  await previews.handlers.addShortcut({ name, connectionId: northwind.id, ...form });
  const shown: PreviewAsk[] = [];
  showLink(`foyer://preview/${encodeURIComponent(name)}`, {
    ...{ shortcuts: previews.shortcuts(), connections: [northwind] },
    ask: (asked) => shown.push(asked),
    openTheme: () => undefined,
  });
  await previews.close();
  return shown;
}

it.each([
  ['the control: in Latin letters', 'Booking, evening'],
  ['the control: in Persian, without one', 'رزرو شب'],
  ['in Persian', 'رزرو نیمه‌شب'],
  ['with a family', 'Family 👨‍👩‍👧'],
])('%s', async (_, name) => {
  expect(await shownFor(name)).toMatchObject([{ kind: 'filled', name }]);
});
