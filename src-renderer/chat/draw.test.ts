import { newTheme, type Theme } from '@shared/theme/theme';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit } from '@shared/theme/fields';
import { fireEvent, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawChat, type Chat, type ChatPart } from './draw';
import { sampleConversation } from './sample';

const sample = sampleConversation();
let doc: Document;
let chat: Chat;
const onpick = vi.fn<(part: ChatPart) => void>();
const onkey = vi.fn<(event: KeyboardEvent) => void>();

const themed = (...edits: ThemeEdit[]): Theme => edits.reduce(withThemeField, newTheme());
const variable = (name: string) => doc.documentElement.style.getPropertyValue(name);
const all = (selector: string) => [...doc.querySelectorAll(selector)];
const screen = () => within(doc.body);
const ringed = () => all('[data-foyer-picked]');

beforeEach(() => {
  onpick.mockReset();
  onkey.mockReset();
  // A frame with a window of its own, as in the app.
  const frame = document.body.appendChild(document.createElement('iframe'));
  doc = frame.contentDocument as Document;
  const { prototype } = (doc.defaultView as Window & typeof globalThis).Element;
  Object.assign(prototype, { scrollIntoView: () => undefined });
  chat = drawChat(doc, sample, { onpick, onkey });
  chat.paint(newTheme());
});

afterEach(() => doc.defaultView?.frameElement?.remove());

describe('the chat', () => {
  it('has the class names of the public embed, so that custom CSS written for it works', () => {
    for (const name of [
      'typebot-container',
      'typebot-chat-view',
      'typebot-host-bubble',
      'typebot-guest-bubble',
      'typebot-button',
      'typebot-input',
      'typebot-avatar-container',
      'text-input',
      'bubble-typing',
    ]) {
      expect(all(`.${name}`), name).not.toHaveLength(0);
    }
  });

  it('sets every variable of the embed from the theme', () => {
    chat.paint(
      themed(
        { field: 'general.font', value: 'Lora' },
        { field: 'general.background.content', value: '#F3F7FA' },
        { field: 'chat.hostBubbles.backgroundColor', value: '#DFE9F0' },
        { field: 'chat.hostBubbles.color', value: '#1D3340' },
        { field: 'chat.guestBubbles.backgroundColor', value: '#1C5D80' },
        { field: 'chat.guestBubbles.color', value: '#FEFEFE' },
        { field: 'chat.buttons.backgroundColor', value: '#E2703A' },
        { field: 'chat.buttons.color', value: '#FDFDFD' },
        { field: 'chat.inputs.backgroundColor', value: '#FCFCFC' },
        { field: 'chat.inputs.color', value: '#1D3341' },
        { field: 'chat.inputs.placeholderColor', value: '#8A9AA5' },
        { field: 'roundness', value: 'large' },
      ),
    );
    expect(variable('--typebot-container-font-family')).toBe('"Lora", serif');
    expect(variable('--typebot-container-bg-color')).toBe('#F3F7FA');
    expect(variable('--typebot-container-color')).toBe('#1D3340');
    expect(variable('--typebot-host-bubble-bg-color')).toBe('#DFE9F0');
    expect(variable('--typebot-host-bubble-color')).toBe('#1D3340');
    expect(variable('--typebot-guest-bubble-bg-color')).toBe('#1C5D80');
    expect(variable('--typebot-guest-bubble-color')).toBe('#FEFEFE');
    expect(variable('--typebot-button-bg-color')).toBe('#E2703A');
    expect(variable('--typebot-button-color')).toBe('#FDFDFD');
    expect(variable('--typebot-input-bg-color')).toBe('#FCFCFC');
    expect(variable('--typebot-input-color')).toBe('#1D3341');
    expect(variable('--typebot-input-placeholder-color')).toBe('#8A9AA5');
    expect(variable('--typebot-border-radius')).toBe('20px');
  });

  it.each([
    ['none', '0px'],
    ['medium', '6px'],
    ['large', '20px'],
    [null, '6px'],
  ] as const)('rounds corners for %s by %s', (value, radius) => {
    chat.paint(themed({ field: 'roundness', value }));
    expect(variable('--typebot-border-radius')).toBe(radius);
  });

  it('repaints without building anything again', () => {
    const before = all('*');
    chat.paint(themed({ field: 'chat.hostBubbles.color', value: '#123456' }));
    expect(all('*')).toEqual(before);
    expect(variable('--typebot-host-bubble-color')).toBe('#123456');
  });

  it('marks pictures that are not there, and never sets their addresses', () => {
    chat.paint(
      themed(
        { field: 'general.background.type', value: 'Image' },
        { field: 'general.background.content', value: 'https://example.com/a.png' },
        { field: 'chat.hostAvatar.url', value: 'https://example.com/b.png' },
        { field: 'chat.guestAvatar.isEnabled', value: true },
      ),
    );
    expect(doc.querySelector('.typebot-container')).toHaveAttribute(
      'data-foyer-background',
      'waiting',
    );
    expect(doc.querySelector('.typebot-container')).toHaveAttribute(
      'data-foyer-host-avatar',
      'waiting',
    );
    expect(doc.querySelector('.typebot-container')).toHaveAttribute(
      'data-foyer-guest-avatar',
      'initial',
    );
    expect(doc.documentElement.outerHTML).not.toContain('example.com');
    expect(variable('--typebot-container-bg-color')).toBe('');
  });

  it('shows the pictures that are there, from our own addresses', () => {
    const theme = themed(
      { field: 'general.background.type', value: 'Image' },
      { field: 'general.background.content', value: 'https://example.com/a.png' },
      { field: 'chat.hostAvatar.url', value: 'https://example.com/b.png' },
    );
    chat.paint(theme, { background: 'abc', hostAvatar: 'def', guestAvatar: 'ghi' });
    const { dataset } = doc.querySelector('.typebot-container') as HTMLElement;
    expect(dataset).toMatchObject({
      foyerBackground: 'picture',
      foyerHostAvatar: 'picture',
      foyerGuestAvatar: 'off',
    });
    expect(variable('--typebot-container-bg-image')).toBe('url("app://foyer/picture/abc")');
    expect(variable('--foyer-host-avatar')).toBe('url("app://foyer/picture/def")');
    chat.paint(themed(), { background: 'abc' });
    expect(variable('--typebot-container-bg-image')).toBe('');
    expect(doc.documentElement.outerHTML).not.toContain('example.com');
  });

  it('goes on when an answer is pressed, and always offers answers', async () => {
    await fireEvent.click(screen().getByRole('button', { name: 'Tue 24' }));
    expect(all('.typebot-guest-bubble').at(-1)).toHaveTextContent('Tue 24');
    expect(screen().queryByRole('button', { name: 'Mon 23' })).toBeNull();
    await fireEvent.click(screen().getByRole('button', { name: 'Morning' }));
    await fireEvent.click(screen().getByRole('button', { name: 'No, thanks' }));
    expect(screen().getByRole('button', { name: 'Mon 23' })).toBeInTheDocument();
  });

  it('takes what is typed, with Enter or the button', async () => {
    const field = screen().getByRole<HTMLInputElement>('textbox', { name: 'Type your answer' });
    field.value = ' Friday? ';
    await fireEvent.keyDown(field, { key: 'Enter' });
    expect(all('.typebot-guest-bubble').at(-1)).toHaveTextContent('Friday?');
    expect(field.value).toBe('');
    field.value = 'Or Saturday';
    await fireEvent.click(screen().getByRole('button', { name: 'Send' }));
    expect(all('.typebot-guest-bubble').at(-1)).toHaveTextContent('Or Saturday');
    const count = all('.typebot-guest-bubble').length;
    await fireEvent.click(screen().getByRole('button', { name: 'Send' }));
    expect(all('.typebot-guest-bubble')).toHaveLength(count);
  });

  it('shows what is typed as text, whatever it looks like', async () => {
    const field = screen().getByRole<HTMLInputElement>('textbox');
    field.value = '<img src=x onerror=alert(1)>';
    await fireEvent.keyDown(field, { key: 'Enter' });
    expect(all('img')).toHaveLength(0);
    expect(all('.typebot-guest-bubble').at(-1)).toHaveTextContent('<img src=x onerror=alert(1)>');
  });

  it('starts again', async () => {
    const before = doc.querySelector('.typebot-chat-view')?.textContent;
    await fireEvent.click(screen().getByRole('button', { name: 'Tue 24' }));
    chat.restart();
    expect(doc.querySelector('.typebot-chat-view')?.textContent).toBe(before);
  });

  it.each([
    ['.foyer-host-turn .foyer-avatar', 'hostAvatar'],
    ['.foyer-guest-turn .foyer-avatar', 'guestAvatar'],
    ['.typebot-host-bubble .foyer-text', 'hostBubbles'],
    ['.bubble-typing', 'hostBubbles'],
    ['.typebot-guest-bubble', 'guestBubbles'],
    ['.foyer-buttons .typebot-button', 'buttons'],
    ['.text-input', 'inputs'],
    ['.foyer-send', 'inputs'],
    ['.typebot-chat-view', 'background'],
  ] as const)('tells that %s belongs to %s', async (selector, part) => {
    await fireEvent.click(doc.querySelector(selector) as Element);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(part);
  });

  it('puts one ring on the part that is picked: its first, or the one that was clicked', async () => {
    chat.pick('hostBubbles', 'Bot bubbles');
    expect(ringed()).toEqual([all('.typebot-host-bubble')[0]]);
    expect(ringed()[0]).toHaveAttribute('data-foyer-picked', 'Bot bubbles');
    await fireEvent.click(all('.typebot-host-bubble')[2] as Element);
    expect(ringed()).toEqual([all('.typebot-host-bubble')[2]]);
    const guest = all('.typebot-guest-bubble')[1] as Element;
    await fireEvent.click(guest);
    chat.pick('guestBubbles', 'Guest bubbles');
    expect(ringed()).toEqual([guest]);
    chat.pick(null, '');
    expect(ringed()).toEqual([]);
  });

  it('moves the ring on when the part that wore it has gone', async () => {
    chat.pick('buttons', 'Buttons');
    await fireEvent.click(screen().getByRole('button', { name: 'Mon 23' }));
    expect(ringed()).toEqual([screen().getByRole('button', { name: 'Morning' })]);
  });

  it('hands on keys, but not those typed in its own field', async () => {
    const field = screen().getByRole('textbox');
    await fireEvent.keyDown(field, { key: 'z', ctrlKey: true });
    await fireEvent.keyDown(field, { key: 'я', code: 'KeyZ', ctrlKey: true });
    expect(onkey).not.toHaveBeenCalled();
    await fireEvent.keyDown(screen().getByRole('button', { name: 'Mon 23' }), {
      key: 'z',
      ctrlKey: true,
    });
    expect(onkey).toHaveBeenCalledOnce();
  });

  it('hands on keys from its field that are none of a text field', async () => {
    const field = screen().getByRole('textbox');
    for (const key of ['?', 'F2', 'Escape']) await fireEvent.keyDown(field, { key });
    expect(onkey).not.toHaveBeenCalled();
    await fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    expect(onkey).toHaveBeenCalledOnce();
  });
});
