import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import OutboxButton from '../../shell/OutboxButton.svelte';
import { listenToCommands } from '../../shell/commands';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  outbox.showFirst([]);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

/**
 * The studio's keys while something else is open. Behind a dialog they rest, also where the person clicked beside it, so
 * that nothing in it has the focus any more: nothing of the theme is undone, and nothing is sent. Beside the outbox, which
 * stands open in its corner and lies over nothing, they are heard as without it.
 */
describe('the studio’s keys while something else is open', () => {
  const northwind: Connection = {
    ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
    ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
    ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
    ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
  };
  const user = userEvent.setup();
  let main: FakeMain;
  beforeEach(async () => {
    let said: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
      ...{ isReadOnly: false, canUndo: true, canRedo: false },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      ...{ places: [{ connectionId: 'c1', relation: 'never' }], publications: {} },
    };
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'c1' }) },
      library: {
        open: () => said,
        undo: () => (said = { ...said, version: said.version + 1, canUndo: false }),
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      outbox: {
        answers: () => [],
        request: () =>
          saveThemeTemplateRequest(northwind, {
            templateId: 't1',
            name: 'Harbour',
            theme: said.theme,
          }),
        publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      },
    });
    await connections.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }, 60_000);

  const asked = () =>
    main.log.map(({ name }) => name).filter((name) => /undo|outbox\.publish/u.test(name));

  const undo = { key: 'z', code: 'KeyZ' };
  const publish = { key: 'P', code: 'KeyP', shiftKey: true };

  /** With nothing that has the focus. */
  async function pressNowhere(key: {
    key: string;
    code: string;
    shiftKey?: boolean;
  }): Promise<void> {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    expect(document.body).toHaveFocus();
    await fireEvent.keyDown(document.body, { ...key, ctrlKey: true });
  }

  /** In a field of the theme, clicked into: whether the field's own undo is left to it. */
  async function pressInField(key: {
    key: string;
    code: string;
    shiftKey?: boolean;
  }): Promise<boolean> {
    const field = screen.getByRole('textbox', { name: 'Bot bubbles, background' });
    await user.click(field);
    expect(field).toHaveFocus();
    return fireEvent.keyDown(field, { ...key, ctrlKey: true });
  }

  it('the control: with nothing over the studio, its keys are heard', async () => {
    await pressNowhere(undo);
    await pressNowhere(publish);
    await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
  });

  it.each([
    ['Ctrl Z undoes nothing', undo],
    ['Ctrl Shift P sends nothing', publish],
  ])('with a dialog over it, %s', async (_what, key) => {
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /request/iu }));
    await screen.findByRole('dialog');
    await pressNowhere(key);
    // What would be asked for has been by the time that the dialog shows its request.
    await screen.findByText(/northwind\.example/u);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(asked()).toEqual([]);
  });

  it("the control: with the outbox closed, Ctrl Z and Ctrl Shift P are the studio's", async () => {
    expect(await pressInField(undo)).toBe(false);
    await pressInField(publish);
    await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
  });

  it("with the outbox open beside it, they are the studio's still", async () => {
    render(OutboxButton);
    await user.click(screen.getByRole('button', { name: 'Outbox' }));
    const panel = await screen.findByRole('dialog', { name: 'Outbox' });
    const isLeftToField = await pressInField(undo);
    expect(panel).toBeVisible();
    expect(isLeftToField).toBe(false);
    await pressInField(publish);
    await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
  });
});

/**
 * Escape closes the outbox, as its button says, also where the last thing done in it was to cancel an entry, which takes the
 * button that was pressed along: the theme in the studio behind it stays open.
 */
describe('Escape after an entry was cancelled in the outbox', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const user = userEvent.setup();
  let revision = 1;

  function snapshot(names: readonly string[]): OutboxSnapshot {
    revision += 1;
    const items = names.map((name): OutboxItem => ({
      ...{ themeId: name.toLowerCase(), connectionId: 'northwind', name, why: 'unreachable' },
      ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
    }));
    return {
      ...{ revision, isPaused: false, items, deliveries: [], holds: [] },
      progress: { done: 0, all: items.length },
    };
  }

  it.each([
    ['the control: nothing was cancelled', false],
    ['an entry was cancelled', true],
  ])('Escape closes the outbox and leaves the studio open: %s', async (_name, isCancelled) => {
    const harbour: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
      ...{ canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    };
    let names = ['Quay', 'Lighthouse'];
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        answers: () => [],
        list: () => snapshot(names),
        cancel: ({ only }) => {
          names = names.filter((name) => name.toLowerCase() !== only?.themeId);
          main.emit('outbox.changed', snapshot(names));
        },
      },
    });
    await connections.start();
    await outbox.start();
    onTestFinished(
      listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
    );
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    render(OutboxButton);
    await user.click(screen.getByRole('button', { name: /wait|outbox/iu }));
    const panel = await screen.findByRole('dialog', { name: 'Outbox' });
    await waitFor(() => expect(panel).toHaveFocus());
    if (isCancelled) {
      const cancel = screen.getByRole('button', { name: 'Cancel publishing Quay to Northwind' });
      await user.click(cancel);
      await waitFor(() => expect(cancel).not.toBeInTheDocument());
    }
    await user.keyboard('{Escape}');
    expect(navigation.current).toMatchObject({ screen: 'studio' });
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });
});
