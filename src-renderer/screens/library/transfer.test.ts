import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { ImportReport } from '@shared/transfer';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import TransferHost from '../../features/transfer/TransferHost.svelte';
import Library from './Library.svelte';
import { layers } from '../../ui/layers';

beforeAll(() => layers.load(), 120_000);

const nothing: ImportReport = { imported: [], failed: [], notDone: 0, isStopped: false };
const harbour: ImportReport['imported'][number] = {
  id: 'h',
  name: 'Harbour',
  kind: 'bot',
  leftOut: ['general.progressBar'],
  moreLeftOut: 2,
  defaulted: ['chat.buttons.color'],
  picturesWait: true,
  neverLoad: ['chat.hostAvatar.url (http://a.example/a.png)'],
};

async function show(
  report: ImportReport = { ...nothing, imported: [harbour] },
  themes: readonly ThemeSummary[] = [],
): Promise<FakeMain> {
  const main = installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: [...themes],
        unreadable: [],
        ids: [1],
        folder: '/themes',
      }),
      remove: ({ ids }) => ({ ids, problem: null, entries: ids.map((id) => `${id}-1`) }),
      stop: () => undefined,
    },
    transfer: {
      importFiles: () => report,
      importTexts: () => report,
      stop: () => undefined,
    },
  });
  await library.start();
  const listens = vi.spyOn(window, 'addEventListener');
  render(TransferHost);
  render(Library);
  // What takes files is loaded after the first screen.
  await waitFor(() => expect(listens.mock.calls.map(([event]) => event)).toContain('paste'));
  listens.mockRestore();
  return main;
}

const given = (main: FakeMain) =>
  main.log.find(({ name }) => name === 'transfer.importTexts')?.input as
    { files: { name: string; text: string }[] } | undefined;

/** What a drag or the clipboard carries; jsdom has neither. */
const carried = (files: File[], text = '') => ({
  types: files.length > 0 ? ['Files'] : ['text/plain'],
  files,
  dropEffect: 'none',
  getData: () => text,
});
const file = (name: string, text: string): File => {
  const made = new File([text], name);
  return Object.assign(made, {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  });
};
function paste(target: Element | Window, files: File[], text = ''): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: carried(files, text) });
  return target.dispatchEvent(event);
}
async function drag(type: string, files: File[]): Promise<void> {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: carried(files), relatedTarget: null });
  await fireEvent(window, event);
}

const focused = () => document.activeElement as HTMLElement;

beforeEach(() => transfer.dismiss());
afterEach(() => transfer.dismiss());

describe('dropping files', () => {
  it('shows where, hands over their texts, and reports', async () => {
    const main = await show();
    await drag('dragenter', [file('a.json', '{}')]);
    expect(screen.getByText('Drop to import')).toBeVisible();
    await drag('drop', [file('a.json', '{"a":1}'), file('b.json', '{"b":2}')]);
    expect(screen.queryByText('Drop to import')).not.toBeInTheDocument();
    expect(await screen.findByRole('dialog', { name: '1 theme imported' })).toBeVisible();
    expect(given(main)?.files).toEqual([
      { name: 'a.json', text: '{"a":1}' },
      { name: 'b.json', text: '{"b":2}' },
    ]);
  });

  it('stops showing where when the files leave', async () => {
    await show();
    await drag('dragenter', [file('a.json', '{}')]);
    await drag('dragleave', [file('a.json', '{}')]);
    expect(screen.queryByText('Drop to import')).not.toBeInTheDocument();
  });

  it('never reads a file that is too large, nor one that can’t be read', async () => {
    const main = await show(nothing);
    const large = Object.assign(file('large.json', '{}'), {
      arrayBuffer: () => Promise.reject(new Error('it was read')),
      slice: () => ({ text: async () => '{ "theme": {' }),
    });
    Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 });
    const folder = Object.assign(file('folder', ''), {
      arrayBuffer: () => Promise.reject(new DOMException('a folder', 'NotFoundError')),
    });
    await drag('drop', [large, folder]);
    const dialog = await screen.findByRole('dialog', { name: 'Nothing was imported' });
    expect(dialog).toHaveTextContent('large.json It is 11 MB; the limit is 10 MB.');
    expect(dialog).toHaveTextContent('folder It can’t be read.');
    expect(given(main)).toBeUndefined();
  });
});

describe('pasting', () => {
  it('imports text when no field has the focus', async () => {
    const main = await show();
    expect(paste(document.body, [], '{"general":{}}')).toBe(false);
    expect(await screen.findByRole('dialog', { name: '1 theme imported' })).toBeVisible();
    expect(given(main)?.files).toEqual([{ name: 'Clipboard', text: '{"general":{}}' }]);
  });

  it('imports files that were copied', async () => {
    const main = await show();
    paste(document.body, [file('a.json', '{}')], 'a.json');
    await waitFor(() => expect(given(main)?.files).toEqual([{ name: 'a.json', text: '{}' }]));
  });

  it('leaves a field its own text', async () => {
    const main = await show();
    const search = screen.getByRole('searchbox', { name: 'Search themes' });
    expect(paste(search, [], '{"general":{}}')).toBe(true);
    expect(given(main)).toBeUndefined();
  });
});

describe('the report', () => {
  it('tells what was left out, what was added, and what failed', async () => {
    const fault = { reason: 'notJson', line: 3, column: 7, cutOff: false } as const;
    const problem = { code: 'importRefused', file: 'b.json', fault } as const;
    const failed = [{ file: 'b.json', problem }];
    await show({ imported: [harbour], failed, notDone: 4, isStopped: true });
    await userEvent.click(screen.getByRole('button', { name: 'Import themes…' }));
    const dialog = await screen.findByRole('dialog', { name: '1 theme imported' });
    expect(dialog).toHaveTextContent('Only the bot’s theme was imported.');
    expect(dialog).toHaveTextContent('Skipped unsupported fields: general.progressBar and 2 more');
    expect(dialog).toHaveTextContent('set to default: chat.buttons.color');
    expect(dialog).toHaveTextContent('aren’t loaded from the web until you allow it');
    expect(dialog).toHaveTextContent(
      'Foyer can’t load these images, because it only loads https:// addresses on the public web: chat.hostAvatar.url (http://a.example/a.png)',
    );
    expect(dialog).toHaveTextContent('4 themes weren’t imported because you stopped.');
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'b.json It isn’t JSON: the first mistake is at line 3, column 7.',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('of a second import waits until the first was read, and does not replace it', async () => {
    await show();
    await drag('drop', [file('a.json', '{"a":1}')]);
    await drag('drop', [file('b.json', '{"b":2}')]);
    const first = await screen.findByRole('dialog', { name: '1 theme imported' });
    await userEvent.click(within(first).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(first).not.toBeInTheDocument());
    const second = await screen.findByRole('dialog', { name: '1 theme imported' });
    await userEvent.click(within(second).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is closed by Enter, and not taken back', async () => {
    const main = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Import themes…' }));
    const done = await screen.findByRole('button', { name: 'Done' });
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(focused()));
    expect(done).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(main.log.map(({ name }) => name)).not.toContain('library.remove');
  });

  it('takes the import back', async () => {
    const themes: ThemeSummary[] = [];
    const main = await show(undefined, themes);
    // It is in the library by the time its report comes.
    themes.push(sampleSummary('Harbour', { id: 'h' }));
    await userEvent.click(screen.getByRole('button', { name: 'Import themes…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
    await waitFor(() =>
      expect(main.log.filter(({ name }) => name === 'library.remove')).toEqual([
        { name: 'library.remove', input: { ids: ['h'] } },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

it('shows how far work over many themes is, and stops it', async () => {
  const main = await show();
  main.emit('library.progress', { work: 'delete', done: 120, total: 10_000 });
  const dialog = await screen.findByRole('dialog', { name: 'Deleting 120 of 10000' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  expect(main.log.at(-1)?.name).toBe('library.stop');
  main.emit('library.progress', null);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('shows how far long work is, and stops it', async () => {
  const main = await show();
  main.emit('transfer.progress', { work: 'import', done: 120, total: 10_000 });
  const dialog = await screen.findByRole('dialog', { name: 'Importing 120 of 10000' });
  expect(within(dialog).getByRole('progressbar')).toHaveAttribute('value', '120');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  expect(main.log.at(-1)?.name).toBe('transfer.stop');
  main.emit('transfer.progress', null);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
