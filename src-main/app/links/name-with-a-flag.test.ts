/**
 * A shortcut is named with the flag of England, which is made of a flag and tags that nobody sees, or in Hebrew with a
 * right-to-left mark that its keyboards have. Foyer keeps both in the name. The guide: a link `foyer://preview/NAME`
 * fills in its confirmation.
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

/** What is shown of a link to a shortcut that a person saved under the name, and under which it is kept. */
async function shownFor(name: string): Promise<{ kept: string | undefined; shown: PreviewAsk[] }> {
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
  const kept = previews.shortcuts()?.[0]?.name;
  showLink(`foyer://preview/${encodeURIComponent(kept ?? '')}`, {
    ...{ shortcuts: previews.shortcuts(), connections: [northwind] },
    ask: (asked) => shown.push(asked),
    openTheme: () => undefined,
  });
  await previews.close();
  return { kept, shown };
}

it.each([
  ['the control: with a flag of two letters', 'Booking 🇬🇧'],
  [
    'with the flag of England',
    'Booking \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['in Hebrew, with a mark inside', 'ערב (VIP)\u200F הזמנה'],
])('%s', async (_, name) => {
  const { kept, shown } = await shownFor(name);
  expect(kept).toBe(name);
  expect(shown).toMatchObject([{ kind: 'filled', name }]);
});
