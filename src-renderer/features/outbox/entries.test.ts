import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { OutboxItem } from '@shared/publishing';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import OutboxPanel from './OutboxPanel.svelte';
import PublishDialog from './PublishDialog.svelte';
import { nextText, whyText } from './why-text';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

/**
 * A proxy holds a theme back until a person signs in to it, and the person pauses the outbox: then it does not leave
 * after the sign-in (src-main/outbox/proxy.test.ts). What the studio says follows on the sign-in.
 */
describe('what a proxy holds back, while the outbox is paused', () => {
  /** As main gives it, paused or not (`reasonOf`: what is on its way goes first). */
  const item: OutboxItem = {
    ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why: 'held' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
  };

  it('the control: where nothing is paused, that it is sent then', () => {
    expect(nextText(item, 0, false)).toBe('Foyer sends it when you have signed in to the proxy.');
  });

  it('while the outbox is paused, that it has to be resumed as well', () => {
    // As the studio's notice calls it (`PublishNotice`).
    expect(nextText(item, 0, true)).toBe(
      'Foyer holds it until you have signed in to the proxy and resumed the outbox.',
    );
  });
});

/**
 * A later save is answered so that it may have worked: with a redirect of 300, 302 or 303, say. What the outbox’s list
 * says of it while it waits.
 */
describe('a later save that may have worked', () => {
  /** What is said of a theme that was answered so. */
  function wordsOf(why: OutboxItem['why'], outcome: Outcome): string {
    const { line, detail } = whyText({
      ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why, outcome },
      ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
    });
    return `${line}. ${detail}`;
  }

  it('the control: a redirect for the same method did nothing', () => {
    const words = wordsOf('answered', { kind: 'redirected', status: 307 });
    expect(words).not.toMatch(/can’t tell|may have/u);
  });

  it.each<[string, OutboxItem['why'], Outcome]>([
    ['a redirect that can mean that it worked', 'answered', { kind: 'redirected', status: 302 }],
    ['a failure', 'retry', { kind: 'serviceFailed', status: 500 }],
    ['a failure that asks for a wait', 'asked', { kind: 'serviceFailed', status: 503 }],
    ['a 408', 'retry', { kind: 'rejected', status: 408 }],
    ['a 408 that asks for a wait', 'asked', { kind: 'rejected', status: 408 }],
  ])('says of %s that nobody knows', (_name, why, outcome) => {
    const words = wordsOf(why, outcome);
    expect(words).toMatch(/can’t tell|may have/u);
    expect(words).not.toMatch(/accept/u);
  });

  it('says of what waits behind another one nothing of whether that was accepted', () => {
    const { line } = whyText({
      ...{ themeId: 'b', connectionId: 'c1', name: 'Pier', why: 'answered' },
      ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
    });
    expect(line).not.toMatch(/accept/u);
  });
});

/** While the outbox is paused nothing can be tried: *Try now* is not offered of one, and so *Try all now* is not of all. */
describe('Try all now, while the outbox is paused', () => {
  async function show(why: OutboxItem['why'], isPaused: boolean): Promise<void> {
    const northwind = trialConnection('northwind');
    const item: OutboxItem = {
      ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why, isFirst: false },
      since: '2026-01-02T03:04:05.000Z',
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused, items: [item], deliveries: [], holds: [] },
          progress: { done: 0, all: 1 },
        }),
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
  }

  it('the control: what waits otherwise can be tried', async () => {
    await show('unreachable', false);
    expect(screen.getByRole('button', { name: 'Try Harbour now' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try all now' })).toBeVisible();
  });

  it.each(['paused', 'refused', 'tokenRefused'] as const)('is not offered: %s', async (why) => {
    await show(why, true);
    expect(screen.queryByRole('button', { name: 'Try Harbour now' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try all now' })).toBeNull();
  });

  it('is offered of what has arrived: it is only recorded', async () => {
    await show('unnoted', true);
    expect(screen.getByRole('button', { name: 'Try Harbour now' })).toBeVisible();
  });
});

/**
 * A person looks at the exact request of a theme before they publish it, and a colleague's version of the theme comes
 * into the shared library meanwhile, or the disk stores at last that its connection leads elsewhere: "you can see the exact
 * request before it is sent" (docs/guide.md).
 */
describe('the exact request, after the theme or its connection changed', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });

  /** Folds it out, or away. */
  async function fold(): Promise<void> {
    const [summary] = screen.getAllByText('The exact request to Northwind');
    const details = summary?.closest('details');
    if (!details) throw new Error('there is no request to be seen');
    details.open = !details.open;
    await fireEvent(details, new Event('toggle'));
  }

  /** What is seen of a theme that a colleague renames before the request is folded out, or after. */
  async function seen(theyCome: 'before' | 'after'): Promise<string> {
    let name = 'Harbour';
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        request: () =>
          saveThemeTemplateRequest(northwind, { templateId: 't1', name, theme: newTheme() }),
      },
    });
    await connections.start();
    const shown = (called: string) => [sampleSummary(called, { id: 'a' })];
    const props = { onpublish: () => undefined, onclose: () => undefined };
    const { rerender } = render(PublishDialog, { ...props, themes: shown(name) });
    await screen.findByRole('dialog');
    const comes = async (): Promise<void> => {
      name = 'Lighthouse';
      await rerender({ ...props, themes: shown(name) });
    };
    if (theyCome === 'before') await comes();
    await fold();
    await waitFor(() => expect(document.body).toHaveTextContent('PUT'));
    if (theyCome === 'after') {
      await comes();
      // Nor when it is looked at once more.
      await fold();
      await fold();
    }
    await new Promise((next) => setTimeout(next));
    return document.querySelector('details')?.textContent ?? '';
  }

  it.each([
    ['the control: before it is looked at', 'before'],
    ['while it is looked at', 'after'],
  ] as const)('what is seen is what is sent: theirs comes %s', async (_name, theyCome) => {
    const text = await seen(theyCome);
    expect(text).toContain('"name": "Lighthouse"');
    expect(text).not.toContain('"name": "Harbour"');
  });

  it('is to where its connection leads by now', async () => {
    let connection = northwind;
    const list = (revision: number) => ({ revision, list: [connection], currentId: connection.id });
    const main = installFakeMain({
      connections: { list: () => list(1) },
      outbox: {
        request: () =>
          saveThemeTemplateRequest(connection, {
            ...{ templateId: 't1', name: 'Harbour', theme: newTheme() },
          }),
      },
    });
    await connections.start();
    const themes = [sampleSummary('Harbour', { id: 'a' })];
    render(PublishDialog, { themes, onpublish: () => undefined, onclose: () => undefined });
    await screen.findByRole('dialog');
    await fold();
    await waitFor(() => expect(document.body).toHaveTextContent('PUT https://northwind.example/'));
    const baseAddress = 'https://elsewhere.example/api/v1';
    connection = { ...connection, baseAddress, host: 'elsewhere.example', access: 1 };
    main.emit('connections.changed', list(2));
    await waitFor(() => expect(document.body).toHaveTextContent('PUT https://elsewhere.example/'));
    expect(document.body).not.toHaveTextContent('https://northwind.example/');
  });
});

/**
 * A person says under which ID they found a theme, and closes the dialog while that is being noted, on a slow disk.
 * That it could not be noted is said above the screen, as it is of a link (../../screens/library/dialogs.test.ts).
 */
describe('the ID under which a theme was found can’t be noted', () => {
  beforeEach(() => {
    for (const { id } of reports.list) reports.dismiss(id);
  });

  const person = userEvent.setup();
  const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'no' });
  const full: Problem = { code: 'storageFull', path: '/home/mia/Foyer/harbour.json' };
  const harbour: OutboxItem = {
    ...{ themeId: 't1', connectionId: 'northwind', name: 'Harbour', why: 'decision' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true, templateId: 'tpl_7', unsureTries: 1 },
  };

  /** The ID is being noted; what is given back has the disk refuse it. */
  async function found(): Promise<() => void> {
    let refuse: () => void = () => undefined;
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [harbour], deliveries: [], holds: [] },
          progress: { done: 0, all: 1 },
        }),
        decide: () =>
          new Promise<never>((_done, fail) => (refuse = () => fail(new ProblemError(full)))),
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    await person.click(await screen.findByRole('button', { name: /Harbour as published/u }));
    const field = await screen.findByRole('textbox', { name: 'Template ID' });
    await person.clear(field);
    await person.type(field, 'theirs_9');
    await person.click(screen.getByRole('button', { name: 'Mark as published' }));
    await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('outbox.decide'));
    return () => refuse();
  }

  it('the control: it is said in the dialog that is still there', async () => {
    const refuse = await found();
    refuse();
    expect(await screen.findByText(problemText(full).what)).toBeVisible();
  });

  it('it is said above the screen once the dialog was closed', async () => {
    const refuse = await found();
    await person.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Template ID' })).not.toBeInTheDocument(),
    );
    refuse();
    await waitFor(() => expect(reports.list).not.toEqual([]));
    expect(reports.list.map(({ problem }) => problem)).toEqual([full]);
  });
});
