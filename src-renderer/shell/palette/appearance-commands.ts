/** How the window looks: light or dark, and the size of its text. */
import AArrowDown from '@lucide/svelte/icons/a-arrow-down';
import AArrowUp from '@lucide/svelte/icons/a-arrow-up';
import Monitor from '@lucide/svelte/icons/monitor';
import Moon from '@lucide/svelte/icons/moon';
import Sun from '@lucide/svelte/icons/sun';
import type { Preferences, textSizes } from '@shared/bridge/app';
import { m } from '@shared/messages/messages';
import { app } from '../../state/app.svelte';
import type { Command } from '../../state/commands.svelte';
import { report } from '../../ui/report';
import { words } from '../window-actions';

// The list itself stands beside schemas that the window does not carry.
const sizes: typeof textSizes = [87.5, 100, 112.5, 125, 150, 175, 200];

/** Each appearance but the present one, and a step of the text either way. */
export function appearanceCommands(): Command[] {
  const { appearance: now, textSize } = app.state.preferences;
  const appearances = [
    ['light', Sun, m.palette_appearance_light],
    ['dark', Moon, m.palette_appearance_dark],
    ['system', Monitor, m.palette_appearance_system],
  ] as const;
  const bigger = sizes.find((size) => size > textSize);
  const smaller = sizes.filter((size) => size < textSize).at(-1);
  const steps = [
    ['bigger', bigger, AArrowUp, m.palette_text_bigger],
    ['smaller', smaller, AArrowDown, m.palette_text_smaller],
  ] as const;
  return [
    ...appearances
      .filter(([appearance]) => appearance !== now)
      .map(([appearance, icon, label]) => ({
        id: `appearance.${appearance}`,
        group: 'actions' as const,
        label: label(),
        keywords: words(m.palette_keywords_appearance),
        quiet: true,
        icon,
        run: () => prefer({ appearance }),
      })),
    ...steps.flatMap(([name, size, icon, label]) =>
      size === undefined
        ? []
        : [
            {
              id: `text.${name}`,
              group: 'actions' as const,
              label: label(),
              context: m.palette_text_now({ size: textSize }),
              keywords: words(m.palette_keywords_text),
              quiet: true,
              icon,
              run: () => prefer({ textSize: size }),
            },
          ],
    ),
  ];
}

function prefer(changes: Partial<Preferences>): void {
  app.prefer(changes).catch(report);
}
