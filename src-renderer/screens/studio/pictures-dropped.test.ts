import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { navigation } from '../../state/navigation.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
});

/**
 * A picture is dragged out of a web page on which it is a link, as a site's logo is to its start page. The browser
 * gives the link as the address then (Blink, `DataTransfer::DeclareAndWriteDragImage`), and the picture's own in the
 * page's text: the theme must get the picture, and not the page.
 */
describe('a picture that is a link', () => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [],
    publications: {},
  };
  const user = userEvent.setup();
  const logo = 'https://client.example/logo.png';
  let main: FakeMain;

  async function drop(data: Record<string, string>): Promise<void> {
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        edit: () => ({ ...harbour, version: 3 }),
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const dataTransfer = {
      types: Object.keys(data),
      files: [],
      getData: (type: string) => data[type] ?? '',
    };
    await fireEvent(window, Object.assign(new Event('dragenter'), { dataTransfer }));
    const target = await screen.findByText('Drop the image here');
    await fireEvent(target, Object.assign(new Event('drop', { bubbles: true }), { dataTransfer }));
    const dialog = await screen.findByRole('dialog', { name: 'What should this image be?' });
    await user.click(within(dialog).getByRole('button', { name: 'The bot’s avatar' }));
  }

  const edits = () =>
    main.log.flatMap(({ name, input }) =>
      name === 'library.edit' ? (input as { edits: object[] }).edits : [],
    );
  const asAvatar = [
    { field: 'chat.hostAvatar.isEnabled', value: true },
    { field: 'chat.hostAvatar.url', value: logo },
  ];

  it('the control: a picture that is no link is the avatar', async () => {
    await drop({ 'text/uri-list': logo, 'text/html': `<img src="${logo}" alt="Client">` });
    await waitFor(() => expect(edits()).toEqual(asAvatar));
  });

  it('a picture that is a link is the avatar, and not the page that it leads to', async () => {
    await drop({
      'text/uri-list': 'https://client.example/',
      'text/html': `<img src="${logo}" alt="Client">`,
    });
    await waitFor(() => expect(edits()).not.toEqual([]));
    expect(edits()).toEqual(asAvatar);
  });
});

/**
 * A logo is dragged out of a web page, and is an SVG, as most are. It has its address on the web, which is all that an
 * avatar needs: that the preview doesn't draw SVG is said elsewhere, and is no reason not to use it.
 */
describe('a drawing with its address', () => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [],
    publications: {},
  };
  const user = userEvent.setup();
  let main: FakeMain;

  async function drop(address: string, files: File[]): Promise<void> {
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        edit: () => ({ ...harbour, version: 3 }),
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const types = ['text/uri-list', 'Files'];
    const getData = (type: string) => (type === 'text/uri-list' ? address : '');
    const dataTransfer = { types, files, getData };
    await fireEvent(window, Object.assign(new Event('dragenter'), { dataTransfer }));
    const target = await screen.findByText('Drop the image here');
    await fireEvent(target, Object.assign(new Event('drop', { bubbles: true }), { dataTransfer }));
  }

  const avatar = () =>
    main.log.flatMap(({ name, input }) =>
      name === 'library.edit' ? (input as { edits: object[] }).edits : [],
    );

  it.each([
    ['the control: without the file', []],
    ['with the file that the browser gives as well', ['logo.svg']],
  ])('an SVG of the web is the avatar, %s', async (_how, names) => {
    const address = 'https://client.example/logo.svg';
    const files = names.map((name) => new File(['<svg/>'], name, { type: 'image/svg+xml' }));
    await drop(address, files);
    expect(reports.list.filter(({ problem }) => problem.code === 'importRefused')).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'What should this image be?' });
    await user.click(within(dialog).getByRole('button', { name: 'The bot’s avatar' }));
    await waitFor(() =>
      expect(avatar()).toContainEqual({ field: 'chat.hostAvatar.url', value: address }),
    );
  });
});
