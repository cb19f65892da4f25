import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { Outcome } from '@shared/service/outcome';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

/**
 * A service doesn't allow a publication (403), and the studio offers to replace the token. Once it is replaced, by that button,
 * in Settings or weeks later as tokens are changed now and then, the theme is sent by itself: “If you replace the token, what
 * was refused is sent again” (docs/guide.md; main does it: src-main/outbox/not-allowed.test.ts). What the prompt of a refused
 * token (401) calls “sent automatically once you replace the token” isn't said not to be here.
 */
describe('what comes next', () => {
  beforeAll(() => layers.load(), 120_000);
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    navigation.go({ screen: 'studio', themeId: 't1' });
  });
  afterEach(() => {
    outbox.end();
    connections.end();
  });

  const northwind = trialConnection('n', { label: 'Northwind' });
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: 'n', relation: 'never' }],
    publications: {},
  };

  /** What the studio says of what was refused so. */
  async function notice(outcome: Outcome, title: RegExp): Promise<HTMLElement> {
    const place = { themeId: 't1', connectionId: northwind.id };
    const result = {
      ...{ activityId: 'a1', outcome, hasOwnId: false, rewrites: [], hasTheme: false },
      ...{ canTakeAnswer: false, possibleCopies: 0 },
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, holds: [] },
          items: [
            {
              ...{ ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: false },
              ...{ why: 'refused', outcome },
            },
          ],
          deliveries: [{ ...place, delivery: 'refused' }],
          progress: { done: 0, all: 1 },
        }),
        answers: () => [{ ...place, result }],
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
    const said = (await pane.findByText(title)).closest<HTMLElement>('.notice');
    if (!said) throw new Error('There is no notice');
    return said;
  }

  const error = { message: 'Forbidden', issues: [] };

  it('the control: what can’t be sent as it is isn’t sent again by itself, whatever token comes', async () => {
    const said = await notice({ kind: 'rejected', status: 400, error }, /\(400\)/u);
    expect(said).toHaveTextContent('Foyer won’t send it again automatically.');
  });

  it('what was not allowed isn’t said not to be sent again beside the button that has it sent', async () => {
    const said = await notice({ kind: 'rejected', status: 403, error }, /\(403\)/u);
    expect(within(said).getByRole('button', { name: /token/iu })).toBeVisible();
    expect(said).not.toHaveTextContent('Foyer won’t send it again automatically.');
  });
});

/**
 * The outbox is paused, and a service doesn’t allow a publication (403): once the token is replaced, it waits for the end of the
 * pause all the same, as what was refused for its token (401) is said to.
 */
describe('while the outbox is paused', () => {
  beforeAll(() => layers.load(), 120_000);
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    navigation.go({ screen: 'studio', themeId: 't1' });
  });
  afterEach(() => {
    outbox.end();
    connections.end();
  });

  const northwind = trialConnection('n', { label: 'Northwind' });
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: 'n', relation: 'never' }],
    publications: {},
  };

  /** What the studio says of what was refused so. */
  async function notice(outcome: Outcome, title: RegExp): Promise<HTMLElement> {
    const place = { themeId: 't1', connectionId: northwind.id };
    const result = {
      ...{ activityId: 'a1', outcome, hasOwnId: false, rewrites: [], hasTheme: false },
      ...{ canTakeAnswer: false, possibleCopies: 0 },
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: true, holds: [] },
          items: [
            {
              ...{ ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: false },
              ...{ why: 'refused', outcome },
            },
          ],
          deliveries: [{ ...place, delivery: 'refused' }],
          progress: { done: 0, all: 1 },
        }),
        answers: () => [{ ...place, result }],
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
    const said = (await pane.findByText(title)).closest<HTMLElement>('.notice');
    if (!said) throw new Error('There is no notice');
    return said;
  }

  it('what was not allowed isn’t said to be sent by another token alone while the outbox is paused', async () => {
    const error = { message: 'Forbidden', issues: [] };
    const said = await notice({ kind: 'rejected', status: 403, error }, /\(403\)/u);
    expect(within(said).getByRole('button', { name: /token/iu })).toBeVisible();
    expect(said).toHaveTextContent('Foyer sends it when you enter a token and resume the outbox.');
  });
});
