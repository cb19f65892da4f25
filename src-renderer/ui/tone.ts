/** The tone of something that is told: which icon and colour stand beside its words. */
import type { StateIconName } from './StateIcon.svelte';

export type Tone = 'bad' | 'warn' | 'unsure' | 'info' | 'ok';

export const toneIcons: Readonly<Record<Tone, StateIconName>> = {
  bad: 'alert',
  warn: 'alert',
  unsure: 'question',
  info: 'info',
  ok: 'check',
};
