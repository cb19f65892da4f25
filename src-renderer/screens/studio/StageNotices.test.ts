import type { Picture, PictureState } from '@shared/bridge/pictures';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemePictures } from '../../state/theme-pictures.svelte';
import StageNotices from './StageNotices.svelte';

const address = 'https://pictures.example/harbour.jpg';
const user = userEvent.setup();
let main: FakeMain;
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

const picture = (state: PictureState, at = address): Picture => ({
  address: at,
  host: 'pictures.example',
  state,
});

function themed(): Theme {
  let theme = newTheme();
  theme = withThemeField(theme, { field: 'general.background.type', value: 'Image' });
  theme = withThemeField(theme, { field: 'general.background.content', value: ` ${address} ` });
  return withThemeField(theme, { field: 'chat.hostAvatar.url', value: address });
}

/** Shows the notices over a theme of whose picture main says this. */
async function show(state: PictureState) {
  const said: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: themed(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    ...{ places: [], publications: {} },
  };
  main = installFakeMain({
    library: { open: () => said },
    pictures: { show: () => [picture(state)], allow: () => [picture({ kind: 'loading' })] },
  });
  const open = new OpenThemeState('t1');
  const pictures = new ThemePictures(open);
  ends = [open.start(), pictures.start()];
  await waitFor(() => expect(open.theme).not.toBeNull());
  pictures.ask();
  await waitFor(() => expect(pictures.list).toHaveLength(1));
  const onwearagain = vi.fn();
  const { rerender } = render(StageNotices, { pictures, cssTrouble: null, onwearagain });
  return { pictures, rerender, onwearagain };
}

const asked = (name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);

describe('the notices over the preview', () => {
  it('let a theme from elsewhere wait for a click that names the host', async () => {
    await show({ kind: 'waiting' });
    expect(screen.getByRole('status')).toHaveTextContent('Images aren’t loaded yet');
    await user.click(screen.getByRole('button', { name: 'Show images from pictures.example' }));
    expect(asked('pictures.allow')).toEqual([{ themeId: 't1' }]);
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Loading images from pictures.example'),
    );
  });

  it('say what came of a picture, also if that is told before main’s answer that it is loading', async () => {
    await show({ kind: 'waiting' });
    const failed = picture({ kind: 'failed', failure: { reason: 'nameNotFound' } });
    const foyer = { ...window.foyer };
    vi.spyOn(window.foyer, 'invoke').mockImplementation(async (name, input) => {
      const answer = await foyer.invoke(name, input);
      if (name === 'pictures.allow') main.emit('pictures.changed', failed);
      return answer;
    });
    await user.click(screen.getByRole('button', { name: 'Show images from pictures.example' }));
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('pictures.example was not found.'),
    );
  });

  it('say nothing of a picture that is shown', async () => {
    const { pictures } = await show({ kind: 'loading' });
    expect(pictures.held).toEqual({});
    main.emit(
      'pictures.changed',
      picture({ kind: 'shown', id: 'abc', fetchedAt: '2026-11-20T14:05:00' }),
    );
    await tick();
    expect(pictures.held).toEqual({ background: 'abc', hostAvatar: 'abc' });
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('say once for all places why a picture is not shown, and try again', async () => {
    await show({ kind: 'failed', failure: { reason: 'notFound' } });
    const notice = screen.getByRole('status');
    expect(notice).toHaveTextContent('Background and Bot avatar: image not shown');
    expect(notice).toHaveTextContent('pictures.example has no image at this address.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(asked('pictures.show').at(-1)).toEqual({ themeId: 't1', again: true }),
    );
  });

  it.each([
    [{ reason: 'notHttps' }, 'only loads images from https://', false],
    [{ reason: 'notAnAddress' }, 'Enter a full address', false],
    [{ reason: 'privateAddress' }, 'private network', true],
    [{ reason: 'refused', status: 403 }, 'pictures.example answered 403.', true],
    [{ reason: 'svg' }, 'SVG', true],
  ] as const)('give the reason %j', async (failure, words, canTry) => {
    await show({ kind: 'failed', failure });
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(canTry);
  });

  it('say which copy is shown offline', async () => {
    await show({
      kind: 'shown',
      id: 'abc',
      fetchedAt: '2020-11-14T09:31:00',
      failure: { reason: 'nameNotFound' },
    });
    expect(screen.getByRole('status')).toHaveTextContent(
      'Background and Bot avatar: showing the copy from 14 Nov 2020, 09:31',
    );
  });

  it('lead to the settings when pictures are switched off', async () => {
    await show({ kind: 'off' });
    await user.click(screen.getByRole('button', { name: 'Open settings' }));
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ part: 'pictures' });
  });

  it('say why custom CSS is not shown, and try a slow one again', async () => {
    const shown = { kind: 'shown', id: 'abc', fetchedAt: '2026-11-20T14:05:00' } as const;
    const { rerender, onwearagain } = await show(shown);
    await rerender({ cssTrouble: { kind: 'tooLong', length: 612_000 } });
    expect(screen.getByRole('status')).toHaveTextContent(
      'It has 612,000 characters; the preview accepts up to 500,000.',
    );
    expect(screen.queryByRole('button')).toBeNull();
    await rerender({ cssTrouble: { kind: 'tooSlow', ms: 2_340 } });
    expect(screen.getByRole('status')).toHaveTextContent('It blocked Foyer for 2.3 seconds.');
    await user.click(screen.getByRole('button', { name: 'Try it again' }));
    expect(onwearagain).toHaveBeenCalledOnce();
  });
});
