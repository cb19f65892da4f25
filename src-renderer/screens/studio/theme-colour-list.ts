/** The colours of a theme, for choosing one of them again. */
import { colourAsHex } from '@shared/theme/colour';
import type { Theme } from '@shared/theme/theme';

const most = 6;

/** Its different colours as hex, grounds before texts, at most six. */
export function themePalette({ general, chat }: Theme): string[] {
  const { type, content } = general.background;
  const texts = [
    type === 'Color' ? (content ?? '') : '',
    chat.hostBubbles.backgroundColor,
    chat.guestBubbles.backgroundColor,
    chat.hostBubbles.color,
    chat.buttons.backgroundColor,
    chat.inputs.backgroundColor,
    chat.guestBubbles.color,
    chat.buttons.color,
    chat.inputs.color,
    chat.inputs.placeholderColor,
  ];
  const colours = texts.map(colourAsHex).filter((hex) => hex !== undefined);
  return [...new Set(colours)].slice(0, most);
}
