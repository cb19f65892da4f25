/** Brings the focus to a section of the theme that was just opened, or to a field in it. */
import type { ThemeField } from '@shared/theme/fields';
import { tick } from 'svelte';
import { fieldName } from '../../features/themes/theme-sections';

const textFields =
  'input[type="text"], input:not([type]), textarea, [contenteditable="true"], select';

/** The heading of the section that was just opened. */
export async function focusSection(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('.sections section.open h2 > button')?.focus();
}

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
