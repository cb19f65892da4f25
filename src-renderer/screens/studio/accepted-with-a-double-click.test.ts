/**
 * The service changed a theme, and a person accepts its version with a double-click, or holds Enter: that counts once, as on
 * the buttons beside it. It is accepted, and nothing is said to have gone wrong.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
import type { Preferences } from '@shared/bridge/app';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

const preferences: Preferences = {
  ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
};

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
  outbox.end();
  connections.end();
});

it.each([
  ['with a click', 'click'],
  ['with a double-click', 'dblClick'],
  ['with Enter, held', 'Enter'],
] as const)('is accepted once, %s', async (_name, press) => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const made = await outboxFixture();
  const { library, connection, place } = made;
  const { themeId } = place;
  made.practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  const taken: unknown[] = [];
  const list = [trialConnection('c1', { ...connection, tokenState: 'keychain' })];
  const main = installFakeMain({
    app: { setPreferences: (changes) => ({ ...preferences, ...changes }) as Preferences },
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: library.handlers,
    outbox: {
      ...made.outbox.handlers,
      takeAnswer: (at) => {
        taken.push(at);
        return made.outbox.handlers.takeAnswer(at);
      },
    },
    pictures: { show: () => [] },
  });
  library.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  made.onAnswer((answered) => main.emit('outbox.answered', answered));
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start()]);
  render(Studio, { themeId });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Publish to Northwind' }));
  const accept = await screen.findByRole('button', { name: 'Accept Northwind’s version' });

  if (press === 'Enter') {
    accept.focus();
    await user.keyboard('{Enter>3/}');
  } else await user[press](accept);

  await waitFor(async () => {
    expect((await library.current(themeId)).theme.customCss ?? '').toBe('');
  });
  await waitFor(() => expect(accept).not.toBeInTheDocument());
  expect(taken).toEqual([place]);
  expect(reports.list).toEqual([]);
});
