/** Brings the focus to a field of the theme whose section was just opened. */
import type { ThemeField } from '@shared/theme/fields';
import { tick } from 'svelte';
import { fieldName } from './sections';

const textFields =
  'input[type="text"], input:not([type]), textarea, [contenteditable="true"], select';

/** The field itself; where it can't be told, the first text field of its section, or its heading. */
export async function focusField(field: ThemeField): Promise<void> {
  await tick();
  const section = document.querySelector<HTMLElement>('.sections section.open');
  const name = CSS.escape(fieldName(field));
  const found =
    section?.querySelector<HTMLElement>(`[aria-label="${name}"]`) ??
    section?.querySelector<HTMLElement>(textFields) ??
    section?.querySelector<HTMLElement>('button');
  found?.focus();
}
