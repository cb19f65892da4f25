/** Themes for the measurements: many, all different, the same at each run. */
import { newTheme, type ThemeDocument } from '@shared/theme/theme';

const names = ['Harbour', 'Lagoon', 'Midnight', 'Newsprint', 'Osteria', 'Peony', 'Kiln', 'Fern'];
const tags = ['Booking', 'Support', 'Sales', 'Events', 'Clients'];
const fonts = ['Inter', 'Open Sans', 'Lora', 'Roboto', 'Montserrat', 'DM Sans'];

/** Knuth's multiplicative hash: spread, and the same at each run. */
const hex = (number: number): string =>
  `#${((number * 2_654_435_761) >>> 8).toString(16).padStart(6, '0').slice(-6)}`;

/** So many theme documents. */
export function makeThemes(count: number): ThemeDocument[] {
  return Array.from({ length: count }, (_, number) => {
    const theme = newTheme();
    theme.general.font = fonts[number % fonts.length] ?? '';
    theme.general.background.content = hex(number);
    theme.chat.guestBubbles.backgroundColor = hex(number + 1);
    theme.chat.buttons.backgroundColor = hex(number + 2);
    return {
      format: 1,
      id: `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`,
      name: `${names[number % names.length] ?? ''} ${String(number)}`,
      tags: [tags[number % tags.length] ?? ''],
      updatedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      publications: {},
      theme,
    };
  });
}
